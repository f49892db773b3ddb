// The entry of the single executable: runs the bundle, which the executable holds. Nothing of it is written to disk.
'use strict';
const { Module, registerHooks } = require('node:module');
const { getAsset, getAssetKeys } = require('node:sea');
const { enableCompileCache } = require('../../bin/compile-cache.cjs');

// A folder that no disk has: whatever lies at this path is not read.
const root = 'file:///migrator-executable/';
const known = new Set(getAssetKeys());

registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.startsWith('.') && context.parentURL?.startsWith(root);
    const url = isOwn ? new URL(specifier, context.parentURL).href : specifier;
    if (!url.startsWith(root)) return next(specifier, context);
    return { url, shortCircuit: true };
  },
  load(url, context, next) {
    const name = url.slice(root.length);
    if (!url.startsWith(root) || !known.has(name)) return next(url, context);
    return { format: 'module', source: getAsset(name, 'utf8'), shortCircuit: true };
  },
});

enableCompileCache();
// The entry of an executable cannot import: a module can.
const start = new Module('/migrator-executable/start.cjs');
start.paths = [];
start._compile(`import('${root}cli.js')`, start.id);
