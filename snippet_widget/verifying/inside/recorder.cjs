// Stands in for Node's HTTP layers: a request is recorded, and never answered.
"use strict";

const { Writable } = require("node:stream");

function install(record) {
  const { fetch: originalFetch, Request: originalRequest } = globalThis;
  globalThis.fetch = async (input, options) => {
    const url = input instanceof originalRequest ? input.url : String(input);
    if (url.startsWith("data:")) return originalFetch(input, options); // nothing is sent
    const method = options?.method ?? (input instanceof originalRequest ? input.method : "GET");
    // What fetch itself would refuse is refused; a body given as a stream wants a word more.
    new originalRequest(input, { duplex: "half", ...options });
    record(method, url);
    return new Promise(() => {});
  };
  if (globalThis.WebSocket) {
    globalThis.WebSocket = class extends EventTarget {
      constructor(url) {
        super();
        record("GET", url);
      }
    };
  }
  for (const name of ["http", "https"]) layer(require(`node:${name}`), name, record);
  http2(require("node:http2"), record);
  packages(record);
  require("node:module").syncBuiltinESMExports();
}

function layer(http, scheme, record) {
  const request = (...given) => {
    record(...described(given, scheme));
    return unanswered();
  };
  http.request = request;
  http.get = (...given) => request(...given);
}

function described(given, scheme) {
  let url = null;
  let options = {};
  for (const value of given) {
    if (typeof value === "string") url = new URL(value);
    else if (value instanceof URL) url = value;
    else if (value && typeof value === "object") options = value;
  }
  const host = options.hostname ?? options.host ?? url?.host ?? "localhost";
  const target = options.path ?? (url ? url.pathname + url.search : "/");
  return [options.method ?? "GET", `${scheme}://${host}${target}`];
}

// A request that takes whatever it is given and is never answered.
function unanswered() {
  const request = new Writable({ write: (_chunk, _encoding, done) => done() });
  const nothing = () => request;
  const names = ["abort", "flushHeaders", "removeHeader", "setHeader", "setNoDelay"];
  for (const name of [...names, "setSocketKeepAlive", "setTimeout"]) request[name] = nothing;
  request.getHeader = () => undefined;
  return request;
}

function http2(module, record) {
  const { EventEmitter } = require("node:events");
  module.connect = (authority) => {
    const session = new EventEmitter();
    session.request = (headers = {}) => {
      record(headers[":method"] ?? "GET", new URL(headers[":path"] ?? "/", String(authority)));
      return unanswered();
    };
    session.close = session.destroy = session.unref = session.setTimeout = () => session;
    return session;
  };
}

// undici, as a package, opens its sockets itself.
function packages(record) {
  const Module = require("node:module");
  const load = Module._load;
  Module._load = function (name, ...rest) {
    const exports = load.call(this, name, ...rest);
    if (name === "undici") {
      for (const kind of ["Agent", "Pool", "Client"]) {
        const prototype = exports[kind]?.prototype;
        if (!prototype) continue;
        prototype.dispatch = (options) => {
          record(options.method ?? "GET", new URL(options.path, String(options.origin)));
          return true;
        };
      }
    }
    return exports;
  };
}

module.exports = { install };
