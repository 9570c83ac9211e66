// Runs the cells of one TypeScript snippet, in a process of its own, and says what each sent.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const nodeModule = require("node:module");
const { Console } = require("node:console");
const { PassThrough } = require("node:stream");

const LONGEST = 500;
const FILE = "snippet.ts";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const write = fs.writeSync;
const exit = process.reallyExit.bind(process);
const results = [];
let finish = () => {};

function record(method, url) {
  const sent = { method: String(method).toUpperCase(), url: String(url).slice(0, 10 * LONGEST) };
  finish({ sent, error: "", line: 0 });
  if (job.program) report();
}

function report(answer = { cells: results, modules: [] }) {
  const data = Buffer.from(JSON.stringify(answer) + "\n");
  for (let start = 0; start < data.length; ) start += write(job.descriptor, data, start);
  exit(0);
}

function described(error) {
  const name = error?.name ?? "Error";
  const text = error instanceof Error ? `${name}: ${error.message}` : String(error);
  const found = new RegExp(`${FILE}:(\\d+)`).exec(String(error?.stack ?? ""));
  return { sent: null, error: text.slice(0, LONGEST), line: found ? Number(found[1]) : 0 };
}

function withoutTypes(source) {
  try {
    return nodeModule.stripTypeScriptTypes(source);
  } catch {
    return nodeModule.stripTypeScriptTypes(source, { mode: "transform" });
  }
}

// What TypeScript's compiler and bundlers make of an import: `default` is the one that a module
// compiled from ES names so, else the module itself.
async function imported(name) {
  const exports = nodeModule.isBuiltin(name) ? require(name) : await required(name);
  if (exports?.__esModule || Object(exports) !== exports) return exports;
  return new Proxy(Object(exports), {
    get: (target, key) => (key === "default" && !(key in target) ? target : target[key]),
  });
}

async function required(name) {
  const here = nodeModule.createRequire(path.join(job.root, "snippet.cjs"));
  try {
    return here(name);
  } catch (error) {
    if (!["ERR_REQUIRE_ESM", "ERR_REQUIRE_ASYNC_MODULE"].includes(error.code)) throw error;
    return import(here.resolve(name));
  }
}

// A cell has ended when it has sent a request, has raised, or has nothing left to wait for.
function ended(source) {
  return new Promise((resolve) => {
    finish = (result) => {
      finish = () => {};
      results.push(result);
      resolve();
    };
    const idle = () => finish({ sent: null, error: "", line: 0 });
    process.once("beforeExit", idle);
    const failed = (error) => finish(described(error));
    try {
      // On one line with the head, so that the snippet's own lines keep their numbers.
      const whole = `async () => {${source}\n}`;
      const body = job.typed ? withoutTypes(whole) : whole;
      vm.runInThisContext(`(${body.trim().replace(/;$/, "")})`, { filename: FILE })().catch(failed);
    } catch (error) {
      failed(error);
    }
  });
}

function prepare() {
  const bundle = require("./bundle.cjs");
  if (job.bundled) {
    bundle.write(job.bundle, job.bundled, job.root);
    report({});
  } else if (job.bundle !== null) {
    bundle.use(job.bundle);
  }
}

async function main() {
  process.on("uncaughtException", (error) => finish(described(error)));
  process.on("unhandledRejection", (error) => finish(described(error)));
  globalThis.__import = imported;
  globalThis.require = nodeModule.createRequire(path.join(job.root, "snippet.cjs"));
  globalThis.console = new Console(new PassThrough().resume());
  process.exit = (code) => {
    finish({ sent: null, error: `process.exit(${code ?? 0})`, line: 0 });
    report();
  };
  for (const cell of job.cells) {
    await ended(cell);
  }
  report();
}

require("./surroundings.cjs").provide(job);
require("./recorder.cjs").install(record);
prepare();
main();
