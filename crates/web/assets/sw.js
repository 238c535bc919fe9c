// Keeps the page so that it opens without a network.
const VERSION = "{{version}}";
const CACHE = "daikaiju-" + VERSION;
const FILES = ["/", "/icon.svg", "/icon-192.png", "/manifest.webmanifest", /*{{files}}*/];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

// A newer version waits until the page says so: a game that is on keeps the files it began with.
self.addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0].postMessage(VERSION);
  if (event.data === "update") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => key.startsWith("daikaiju-") && key !== CACHE).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

// A call was pressed: the table that called comes to the front, or opens again.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data || "/";
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((one) => one.url === address) || pages[0];
      return page ? page.focus() : self.clients.openWindow(address);
    }),
  );
});

// The page itself comes fresh from the network while there is one; what carries a hash never changes.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).then((response) => (response.ok ? response : kept("/", response)), () => kept("/")));
  } else if (url.pathname.startsWith("/assets/") || FILES.includes(url.pathname)) {
    event.respondWith(caches.match(event.request, { ignoreVary: true }).then((hit) => hit || fetched(event.request)));
  }
});

// What was not kept from the start is kept once it has been fetched.
async function fetched(request) {
  const response = await fetch(request);
  if (response.ok && response.status === 200) {
    const copy = response.clone();
    caches.open(CACHE).then((cache) => cache.put(request, copy)).catch(() => {});
  }
  return response;
}

async function kept(path, otherwise) {
  return (await caches.match(path, { ignoreVary: true })) || otherwise || Response.error();
}
