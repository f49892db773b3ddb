import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from './support/run.ts';

const counter = fileURLToPath(new URL('../../scripts/count-tests.ts', import.meta.url));
const plain = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'count-tests-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the last line of a CI run', () => {
  it.each([
    ['adds up the runs', 0, {}, 0, '6 passed, 0 failed'],
    ['counts what failed', 1, { numFailedTests: 2 }, 1, '6 passed, 2 failed'],
    ['counts a skipped test as failed', 0, { numPendingTests: 1 }, 1, '6 passed, 1 failed'],
    [
      'counts a test that is to be written as failed',
      0,
      { numTodoTests: 1 },
      1,
      '6 passed, 1 failed',
    ],
    ['counts an error outside every test as one that failed', 1, {}, 1, '6 passed, 1 failed'],
    ['refuses a run without tests', 0, { numPassedTests: 0 }, 1, '3 passed, 0 failed'],
  ])('%s', async (_what, status, second, code, line) => {
    const paths = [plain, { ...plain, ...second }].map((report, index) => {
      const path = join(folder, `${index}.json`);
      writeFileSync(path, JSON.stringify(report));
      return path;
    });
    const ended = await run(process.execPath, [counter, `${status}`, ...paths]);
    expect(ended).toMatchObject({
      code,
      stdout: `${line}
`,
    });
  });
});
