#!/usr/bin/env node
// Any Node can parse this file. It starts the program on a Node that is new enough: the one that runs this
// file or, in a checkout, the runtime that package.json pins.
'use strict';
const fs = require('fs');
const nodeModule = require('module');
const path = require('path');

const root = path.join(__dirname, '..');
const bundle = path.join(root, 'dist', 'cli.js');
const pinned = path.join(root, 'node_modules', 'node', 'bin', 'node');

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

// A fresh checkout has no bundle and no runtime yet. Its messages go to standard error; the script itself hides tokens from
// what it installs.
function setUpCheckout() {
  const script = path.join(root, 'scripts', 'set-up.sh');
  if (fs.existsSync(bundle) || !fs.existsSync(script)) return;
  const { spawnSync } = require('child_process');
  const { status } = spawnSync('sh', [script], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}

function runWith(runtime) {
  const { spawn } = require('child_process');
  const args = [__filename, ...process.argv.slice(2)];
  // Over the fourth channel the child sees when this process is gone.
  const child = spawn(runtime, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // From a terminal the child has got the signal already: where it counts, it is told, and takes the two for one.
  let counts = false;
  child.on('message', (message) => {
    counts = message === 'counting-signals';
  });
  child.send('launcher', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (counts && child.connected) child.send(signal, () => {});
      else child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code === null ? 1 : code;
    }
  });
}

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

setUpCheckout();
if (isNewEnough(process.versions.node)) {
  enableCompileCache();
  import('../dist/cli.js');
} else if (fs.existsSync(pinned)) {
  runWith(pinned);
} else {
  process.stderr.write(
    `migrator needs Node.js 22.19 or newer and this is ${process.versions.node}: install a current Node.js and run it again.\n`,
  );
  process.exitCode = 2;
}
