// Loaded into the measured process before everything else: writes at its end what it has used, without its children.
'use strict';
const fs = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { peakKilobytes: peakKilobytes(), cpuMilliseconds: (user + system) / 1000 };
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
