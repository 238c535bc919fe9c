// Starts the worker's WebAssembly; messages that come before it is ready are kept and handed over.
import init from "./worker.js";

const early = [];
self.onmessage = (event) => early.push(event.data);
await init();
for (const data of early) self.dispatchEvent(new MessageEvent("message", { data }));
