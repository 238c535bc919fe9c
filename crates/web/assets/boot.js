// Fetches the page's WebAssembly with real progress and starts it.

// Whoever comes by a link to a table gets the program that has tables in it; everybody else fetches it with their first table.
const at = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname;
const program = /^\/(t|table)\//.test(at) ? "friends" : "web";
const code = import(new URL(`./${program}.js`, import.meta.url));

// The few words that must be there before the program is; packing puts them here in all languages.
const words = /*{{shell}}*/ {};

function language() {
  let wishes = [...navigator.languages];
  try {
    const own = JSON.parse(localStorage.getItem("daikaiju.prefs") || "{}").lang;
    if (own) wishes = [own, ...wishes];
  } catch {
    // No storage: the browser's languages it is.
  }
  return wishes.map((tag) => tag.slice(0, 2)).find((tag) => tag in words) || "en";
}

// The player's language comes along beside the program.
async function texts(lang) {
  try {
    const response = await fetch(new URL(`./texts-${lang}.txt`, import.meta.url));
    if (response.ok) globalThis.daikaijuTexts = await response.text();
  } catch {
    // The program asks again and says what is wrong.
  }
}

// The poster is seen before the program is fetched: a slow line carries first what is looked at first. Where nothing is
// painted, as in a tab behind another, nobody waits.
function painted() {
  if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return;
  return new Promise((done) => {
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
    document.addEventListener("visibilitychange", done, { once: true });
    setTimeout(done, 1000);
  });
}

async function module(bar) {
  await painted();
  const response = await fetch(new URL(`./${program}_bg.wasm`, import.meta.url));
  if (!response.ok || !response.body) return response;
  const size = Number(document.querySelector(`meta[name="${program}-size"]`)?.content) || 2000000;
  let seen = 0;
  const count = new TransformStream({
    transform(chunk, out) {
      seen += chunk.byteLength;
      if (bar) bar.value = Math.min(98, 4 + (94 * seen) / size);
      out.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
}

// Parts of the page that are fetched when they are opened.
globalThis.daikaijuPart = async (name) => {
  const part = await import(new URL(`./${name}.js`, import.meta.url));
  if (name !== program) await part.default();
  return part;
};

const lang = language();
const [waking, once, failed, again, tag, play] = words[lang] || ["", "", "", "", "", ""];
const spoken = texts(lang);
const text = document.getElementById("shell-text");
if (text && waking) {
  text.textContent = waking;
  document.getElementById("shell-once").textContent = once;
  document.getElementById("shell-tag").textContent = tag;
  document.getElementById("shell-play").textContent = play;
}
try {
  const compiled = module(document.getElementById("shell-bar"));
  await spoken;
  const running = await code;
  await running.default({ module_or_path: compiled });
  running.start?.();
} catch (error) {
  const holder = document.querySelector(".shell-load");
  if (holder) {
    holder.setAttribute("role", "alert");
    holder.replaceChildren();
    const line = document.createElement("b");
    line.textContent = failed;
    const detail = document.createElement("small");
    detail.textContent = String(error && error.message ? error.message : error);
    const button = document.createElement("button");
    button.className = "btn gold";
    button.textContent = again;
    button.addEventListener("click", () => location.reload());
    holder.append(line, detail, button);
  }
}
// A newer version is told to the page, which updates when no game is on.
function newer(worker) {
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => {
    if (import.meta.url.includes(data)) {
      worker.postMessage("update");
      return;
    }
    globalThis.daikaijuNewer = true;
    dispatchEvent(new Event("daikaiju-newer"));
    addEventListener("daikaiju-update", () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("update");
    });
  };
  worker.postMessage("version", [channel.port2]);
}

async function keep() {
  const kept = await navigator.serviceWorker.register("/sw.js");
  const look = () => kept.waiting && kept.active && newer(kept.waiting);
  look();
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", look));
  setInterval(() => kept.update().catch(() => {}), 1800000);
}

if ("serviceWorker" in navigator) {
  keep().catch(() => {
    // Without it the game still plays; it only does not open offline.
  });
}
