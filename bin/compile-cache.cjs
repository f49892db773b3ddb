// Lets Node keep compiled code between two starts. Any Node can parse this file.
'use strict';
const fs = require('fs');
const nodeModule = require('module');
const path = require('path');

// Who can write to a cache of compiled code runs code as this account. Node's own is below the temporary folder, where
// anybody can be first to create it: ours is in the account's cache folder, or there is none.
function compileCache() {
  const env = process.env;
  if (process.platform === 'win32') {
    return env.LOCALAPPDATA ? path.join(env.LOCALAPPDATA, 'migrator', 'compile-cache') : null;
  }
  const home = path.isAbsolute(env.HOME || '') ? env.HOME : null;
  const caches = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  const named = path.isAbsolute(env.XDG_CACHE_HOME || '') ? env.XDG_CACHE_HOME : null;
  const base = named || (home && path.join(home, caches));
  if (!base) return null;
  const folder = path.join(base, 'migrator', 'compile-cache');
  makePrivate(folder);
  if (fs.lstatSync(folder).isSymbolicLink()) return null;
  // Without links: who owns one on the way could lead it elsewhere later.
  const real = fs.realpathSync(folder);
  return isOwn(real) ? real : null;
}

// Node's own recursive mkdir never ends where an existing folder answers ENOENT, as /proc does.
function makePrivate(folder) {
  try {
    fs.mkdirSync(folder, 0o700);
  } catch (error) {
    const parent = path.dirname(folder);
    if (error.code !== 'ENOENT' || parent === folder || fs.existsSync(parent)) return;
    makePrivate(parent);
    if (fs.existsSync(parent)) makePrivate(folder);
  }
}

// A folder of this account alone, which nobody but root can move away.
function isOwn(folder) {
  const uid = process.geteuid();
  const own = fs.lstatSync(folder);
  if (!own.isDirectory() || own.uid !== uid || (own.mode & 0o077) !== 0) return false;
  for (let parent = folder; parent !== path.dirname(parent); ) {
    parent = path.dirname(parent);
    const found = fs.statSync(parent);
    const isSticky = (found.mode & 0o1000) !== 0;
    if (found.uid !== uid && found.uid !== 0) return false;
    if ((found.mode & 0o022) !== 0 && !isSticky) return false;
  }
  return true;
}

function enableCompileCache() {
  // Where NODE_COMPILE_CACHE names one, Node has enabled it already.
  if (!nodeModule.enableCompileCache || process.env.NODE_COMPILE_CACHE) return;
  try {
    const folder = compileCache();
    if (folder !== null) nodeModule.enableCompileCache(folder);
  } catch (_) {
    // The program only starts more slowly.
  }
}

module.exports = { enableCompileCache };
