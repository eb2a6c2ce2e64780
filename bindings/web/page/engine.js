// The module runs in workers, so that the page stays usable. A worker that takes too long is ended and started again.
const find = (id) => document.getElementById(id);

const packed = find("module").textContent;
find("module").remove();

const cannotRun = (why) => {
  find("note").textContent ||= `This page needs a newer browser (${why}).`;
};

class Engine {
  constructor(worker) {
    this.waiting = new Map();
    this.number = 0;
    this.start(worker);
  }

  start(worker) {
    this.worker = worker;
    this.worker.postMessage({ packed });
    this.worker.onmessage = ({ data }) => {
      if (data.progress) {
        this.progress?.(...data.progress);
        return;
      }
      if (data.failed) {
        cannotRun(data.failed);
        return;
      }
      this.waiting.get(data.id)(data.answer);
      this.waiting.delete(data.id);
    };
  }

  /** Resolves to the answer. If the engine is stopped before, the answer is `{ stopped: true }`. */
  ask(question) {
    this.number += 1;
    const id = this.number;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, question });
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
/** The engine for searches of any length. It is started when it is needed. */
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
