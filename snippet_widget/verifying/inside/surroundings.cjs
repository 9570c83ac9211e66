// What a TypeScript snippet finds around it: files that it opens, credentials that it reads, no network.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const PLACEHOLDER = "placeholder";
const CREDENTIAL = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)(?:_|$)/i;
const CONTENT = { ".json": "{}", ".jsonl": "{}\n" };
const READERS = ["createReadStream", "readFile", "readFileSync", "openAsBlob"];

function provide(job) {
  for (const name of job.variables) process.env[name] ??= PLACEHOLDER;
  const given = process.env;
  process.env = new Proxy(given, {
    get: (target, name) =>
      target[name] ?? (typeof name === "string" && CREDENTIAL.test(name) ? PLACEHOLDER : undefined),
  });
  makeFiles(path.dirname(process.argv[2]));
  refuseNetwork();
}

// Let whoever opens a file that is not there, to read it, find a small one of that name.
function makeFiles(folder) {
  const { existsSync, mkdirSync, writeFileSync } = fs;
  const found = (wanted) => {
    const text = wanted instanceof URL ? wanted.pathname : wanted;
    if (typeof text !== "string" || existsSync(text)) return wanted;
    mkdirSync(path.join(folder, "files"), { recursive: true });
    const standIn = path.join(folder, "files", path.basename(text) || "file");
    writeFileSync(standIn, CONTENT[path.extname(text)] ?? "0\n");
    return standIn;
  };
  for (const reader of READERS) replace(fs, reader, found);
  for (const reader of ["open", "readFile"]) replace(fs.promises, reader, found);
}

function replace(owner, name, found) {
  const original = owner[name];
  if (!original) return;
  owner[name] = function (file, ...rest) {
    const flags = typeof rest[0] === "string" ? rest[0] : (rest[0]?.flags ?? "r");
    return original.call(this, /[wax+]/.test(flags) && name === "open" ? file : found(file), ...rest);
  };
}

function refuseNetwork() {
  const refuse = (what) => () => {
    throw new Error(`no network while verifying: ${what}`);
  };
  require("node:net").Socket.prototype.connect = refuse("a connection");
  require("node:dgram").createSocket = refuse("a datagram socket");
  require("node:dns").lookup = refuse("the name of a host");
}

module.exports = { provide };
