"use strict";
// Runs the module. Questions and answers are JSON.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const imports = { page: { progress: (done, of) => postMessage({ progress: [done, of] }) } };
let module = null;
let exports = null;

const start = async () => {
  exports = (await WebAssembly.instantiate(module, imports)).exports;
};

const ask = ({ do: name, ...fields }) => {
  // A lone surrogate is allowed in a JavaScript string but is not valid in JSON.
  const whole = (_, value) => (typeof value === "string" ? value.toWellFormed() : value);
  const bytes = encoder.encode(JSON.stringify({ [name]: fields }, whole));
  const at = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.ask();
  return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)));
};

const handle = async ({ module: given, id, question }) => {
  if (given) {
    module = given;
    await start();
    return;
  }
  let answer;
  try {
    answer = ask(question);
  } catch (error) {
    answer = { error: `clowder failed: ${error.message}` };
    await start();
  }
  postMessage({ id, answer });
};

let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(() => handle(data));
};
