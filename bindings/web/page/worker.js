"use strict";
// Runs the module. Questions and answers are JSON.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const imports = { page: { progress: (done, of) => postMessage({ progress: [done, of] }) } };
let module = null;
let exports = null;

const unpack = async (packed) => {
  const bytes = Uint8Array.fromBase64?.(packed) ?? Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Response(bytes).body.pipeThrough(new DecompressionStream("deflate-raw"));
  // The browser compiles what is already there.
  module = await WebAssembly.compileStreaming(new Response(plain, { headers: { "content-type": "application/wasm" } }));
};
const start = async () => {
  exports = (await WebAssembly.instantiate(module, imports)).exports;
};

const ask = ({ do: name, ...fields }) => {
  // JSON has no place for half a surrogate pair, which a browser allows in a text.
  const whole = (_, value) => (typeof value === "string" ? value.toWellFormed() : value);
  const bytes = encoder.encode(JSON.stringify({ [name]: fields }, whole));
  const at = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.ask();
  return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)));
};

const handle = async ({ packed, id, question }) => {
  if (packed) {
    try {
      await unpack(packed);
      await start();
    } catch (error) {
      postMessage({ failed: error.message });
    }
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
