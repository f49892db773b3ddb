#!/usr/bin/env node
// Any Node can parse this file. It starts the program on a Node that is new enough: the one that runs this
// file or, in a checkout, the runtime that package.json pins.
'use strict';
const fs = require('fs');
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

// Node 22 warns of its own database, which works as it is used here.
function withoutSqliteWarning() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) {
      emitWarning.call(process, warning, ...rest);
    }
  };
}

setUpCheckout();
if (isNewEnough(process.versions.node)) {
  withoutSqliteWarning();
  require('./compile-cache.cjs').enableCompileCache();
  import('../dist/cli.js');
} else if (fs.existsSync(pinned)) {
  runWith(pinned);
} else {
  process.stderr.write(
    `migrator needs Node.js 22.19 or newer and this is ${process.versions.node}: install a current Node.js and run it again, or build one executable with npm run binary (docs/install.md).\n`,
  );
  process.exitCode = 2;
}
