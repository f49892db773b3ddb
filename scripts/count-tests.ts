/**
 * Closes a CI run with the line `N passed, N failed`. `node scripts/count-tests.ts STATUS REPORT...`: the exit code of the
 * test runs, and their reports as Vitest's JSON reporter writes them. Exit code 1 unless every test ran and passed.
 */
import { readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

const [status, ...paths] = process.argv.slice(2);
const reports = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report);
const sum = (name: keyof Report) => reports.reduce((total, report) => total + report[name], 0);

const skipped = sum('numPendingTests') + sum('numTodoTests');
if (skipped > 0)
  console.error(`${skipped} tests were skipped: on this machine every test has to run.`);
let failed = sum('numFailedTests') + skipped;
if (status !== '0' && failed === 0) {
  // Vitest ends with 1 for an error that no test waits for, or a file that cannot be loaded, and counts neither.
  console.error('Vitest reports an error outside of every test, which counts as one that failed.');
  failed = 1;
}
console.log(`${sum('numPassedTests')} passed, ${failed} failed`);
process.exitCode = failed > 0 || reports.some((report) => report.numPassedTests === 0) ? 1 : 0;
