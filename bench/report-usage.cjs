// Loaded into the measured process before everything else: writes at its end what it has used, without its children.
'use strict';
const fs = require('node:fs');
const { DatabaseSync, StatementSync } = require('node:sqlite');

let stateMilliseconds = 0;
for (const [type, methods] of [
  [DatabaseSync, ['exec', 'prepare']],
  [StatementSync, ['run', 'get', 'all']],
]) {
  for (const method of methods) {
    const original = type.prototype[method];
    type.prototype[method] = function timed(...args) {
      const startedAt = performance.now();
      try {
        return original.apply(this, args);
      } finally {
        stateMilliseconds += performance.now() - startedAt;
      }
    };
  }
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const cpuMilliseconds = (user + system) / 1000;
  const usage = { peakKilobytes: peakKilobytes(), cpuMilliseconds, stateMilliseconds };
  fs.writeFileSync(process.env.BENCH_USAGE_FILE, JSON.stringify(usage));
});

// What the kernel counts for a process takes in the moment between fork and exec, when it was a copy of its parent.
function peakKilobytes() {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'utf8'));
    return Number(kilobytes);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
