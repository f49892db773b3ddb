// Loaded into the measured process before everything else: writes the most memory that it has used, in kilobytes.
'use strict';
const fs = require('node:fs');

process.on('exit', () => {
  fs.writeFileSync(process.env.BENCH_PEAK_MEMORY_FILE, String(process.resourceUsage().maxRSS));
});
