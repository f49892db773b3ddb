#!/usr/bin/env node
// Any Node can parse this file. It starts the program on a Node that is new enough: the one that runs this
// file or, in a checkout, the runtime that package.json pins.
'use strict';
const fs = require('fs');
const nodeModule = require('module');
const path = require('path');

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

function runWith(runtime) {
  const { spawn } = require('child_process');
  const child = spawn(runtime, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends Ctrl+C to the child as well: stay alive until it has ended in its own way.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code === null ? 1 : code;
    }
  });
}

const pinned = path.join(__dirname, '..', 'node_modules', 'node', 'bin', 'node');
if (isNewEnough(process.versions.node)) {
  if (nodeModule.enableCompileCache) nodeModule.enableCompileCache();
  import('../dist/cli.js');
} else if (fs.existsSync(pinned)) {
  runWith(pinned);
} else {
  process.stderr.write(
    `migrator needs Node.js 22.19 or newer and this is ${process.versions.node}: install a current Node.js and run it again.\n`,
  );
  process.exitCode = 2;
}
