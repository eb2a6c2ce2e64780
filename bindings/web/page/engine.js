// The module runs in workers, so the page stays responsive. A worker that takes too long is stopped and restarted.
const find = (id) => document.getElementById(id);

const cannotRun = (why) => {
  find("note").textContent ||= `This page needs a newer browser (${why}).`;
};

const unpack = async (packed) => {
  const bytes = Uint8Array.fromBase64?.(packed) ?? Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Response(bytes).body.pipeThrough(new DecompressionStream("deflate-raw"));
  // The browser compiles the bytes in its own threads while they are being decompressed.
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "content-type": "application/wasm" } }));
};
/** The compiled module, shared by all workers. No question can be answered before it is compiled. */
const compiled = unpack(find("module").textContent).catch((error) => {
  cannotRun(error.message);
  return new Promise(() => {});
});
find("module").remove();

class Engine {
  constructor(worker) {
    this.waiting = new Map();
    this.number = 0;
    this.start(worker);
  }

  start(worker) {
    this.worker = worker;
    compiled.then((module) => worker.postMessage({ module }));
    this.worker.onmessage = ({ data }) => {
      if (data.progress) {
        this.progress?.(...data.progress);
        return;
      }
      this.waiting.get(data.id)(data.answer);
      this.waiting.delete(data.id);
    };
  }

  /** Resolves to the answer, or to `{ stopped: true }` if the engine is stopped before it answers. */
  ask(question) {
    this.number += 1;
    const { worker, number: id } = this;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      compiled.then(() => worker.postMessage({ id, question }));
    });
  }

  stop() {
    this.worker.terminate();
    const stopped = [...this.waiting.values()];
    this.waiting.clear();
    this.start(newWorker());
    stopped.forEach((resolve) => resolve({ stopped: true }));
  }
}

const engine = new Engine(firstWorker);
/** The engine for searches of any length, started when it is first needed. */
let searching = null;
const searcher = () => (searching ??= new Engine(newWorker()));

/** Creates an element. A string among the children becomes text, never markup. */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};
const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${Number(number) === 1 ? "" : "s"}`;
const shorten = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);
/** Shows line breaks and other invisible characters. */
const visible = (text) =>
  text.replace(/[\p{C}\p{Z}]/gu, (letter) => {
    if (letter === " ") return letter;
    return letter === "\n" ? "⏎" : letter === "\t" ? "⇥" : `\\u{${letter.codePointAt(0).toString(16)}}`;
  });
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
