// A bundle of the modules that an SDK loads: read, resolved and compiled once for many snippets.
//
// Most of what a small snippet takes is Node looking for, reading and compiling thousands of files.
// A bundle holds where each `require` leads, one script with every module as a function, and V8's
// code cache of it. Whatever it does not hold is loaded as ever. Each snippet still gets a process,
// and modules, of its own.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const nodeModule = require("node:module");

const FILE = "bundle.js";
const HEAD_BYTES = 64;
const PARAMETERS = "exports, require, module, __filename, __dirname";

// Load modules, and write the bundle of all that came with them to a file descriptor.
function write(descriptor, names, root) {
  const found = collected(() => loadAll(names, root));
  const source = scriptOf(found.files);
  const script = new vm.Script(source, { filename: FILE });
  // Loaded once more, from the script: the cache then holds the functions that loading calls.
  for (const file of found.files.keys()) delete require.cache[file];
  serve(script.runInThisContext(), found.places);
  loadAll(names, root);
  const places = Buffer.from(JSON.stringify(found.places));
  const parts = [places, Buffer.from(source), script.createCachedData()];
  const head = JSON.stringify(parts.map((part) => part.length)).padEnd(HEAD_BYTES);
  for (const part of [Buffer.from(head), ...parts])
    for (let start = 0; start < part.length; ) start += fs.writeSync(descriptor, part, start);
}

// Take modules from the bundle that a file descriptor leads to.
function use(descriptor) {
  let position = 0;
  const read = (length) => {
    const data = Buffer.allocUnsafe(length);
    for (let start = 0; start < length; ) {
      const count = fs.readSync(descriptor, data, start, length - start, position);
      if (!count) throw new Error("the bundle is cut off");
      start += count;
      position += count;
    }
    return data;
  };
  const lengths = JSON.parse(read(HEAD_BYTES).toString());
  const [places, source, cachedData] = lengths.map(read);
  const script = new vm.Script(source.toString(), { filename: FILE, cachedData });
  serve(script.runInThisContext(), JSON.parse(places.toString()));
}

function loadAll(names, root) {
  const here = nodeModule.createRequire(path.join(root, "snippet.cjs"));
  for (const name of names) {
    try {
      here(name);
    } catch {
      // The snippet that needs it will say so.
    }
  }
}

// Return the sources of the modules that are loaded meanwhile, and where each `require` leads.
function collected(load) {
  const { _resolveFilename: resolve, _extensions: extensions } = nodeModule;
  const original = extensions[".js"];
  const [places, files] = [{}, new Map()];
  nodeModule._resolveFilename = function (name, parent, ...rest) {
    const file = resolve.call(this, name, parent, ...rest);
    if (parent?.filename && path.isAbsolute(file))
      (places[path.dirname(parent.filename)] ??= {})[name] = file;
    return file;
  };
  extensions[".js"] = function (module, file) {
    const source = fs.readFileSync(file, "utf8").replace(/^#!.*/, "");
    if (isBundled(source)) files.set(file, source);
    return original.call(this, module, file);
  };
  try {
    load();
  } finally {
    nodeModule._resolveFilename = resolve;
    extensions[".js"] = original;
  }
  return { places, files };
}

// What imports by itself needs a module's own place; what is an ES module is no function.
function isBundled(source) {
  if (/\bimport\s*\(/.test(source)) return false;
  try {
    vm.compileFunction(source, PARAMETERS.split(", "));
    return true;
  } catch {
    return false;
  }
}

function scriptOf(files) {
  const entries = [...files].map(
    ([file, source]) => `${JSON.stringify(file)}: function (${PARAMETERS}) {${source}\n}`,
  );
  return `({${entries.join(",\n")}})`;
}

function serve(functions, places) {
  const { _cache: cache, _extensions: extensions, _resolveFilename: resolve } = nodeModule;
  const original = extensions[".js"];
  const paths = {};
  nodeModule._resolveFilename = function (name, parent, ...rest) {
    const known = parent?.filename && places[path.dirname(parent.filename)]?.[name];
    return known || resolve.call(this, name, parent, ...rest);
  };
  extensions[".js"] = function (module, file) {
    if (functions[file]) run(module, file);
    else original.call(this, module, file);
  };

  function run(module, file) {
    const folder = path.dirname(file);
    const known = places[folder] ?? {};
    const required = (name) => {
      const target = known[name];
      return target in functions ? loaded(target, module) : module.require(name);
    };
    required.resolve = (name) => nodeModule._resolveFilename(name, module);
    required.cache = cache;
    required.main = process.mainModule;
    functions[file].call(module.exports, module.exports, required, module, file, folder);
  }

  // What Node does, without asking the file system and whatever may be hooked into it.
  function loaded(file, parent) {
    if (cache[file]) return cache[file].exports;
    const module = new nodeModule(file, parent);
    module.filename = file;
    module.paths = paths[path.dirname(file)] ??= nodeModule._nodeModulePaths(path.dirname(file));
    cache[file] = module;
    try {
      run(module, file);
    } catch (error) {
      delete cache[file];
      throw error;
    }
    module.loaded = true;
    return module.exports;
  }
}

module.exports = { use, write };
