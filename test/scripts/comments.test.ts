import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from './support/run.ts';

const checker = fileURLToPath(new URL('../../scripts/check-comments.ts', import.meta.url));

it.each([
  ['accepts a doc comment that begins with a verb', '/** Counts refs. */', 0],
  ['refuses a doc comment that begins with "What"', `/** ${'What'} is counted. */`, 1],
  ['refuses one in a block of several lines', `/**\n * ${'Whether'} it counts.\n */`, 1],
])('the check of comments %s', async (_, comment, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'comments-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/refs.ts'), `${comment}\nexport {};\n`);
    const ended = await run(process.execPath, [checker, folder]);
    expect(ended.code).toBe(code);
    if (code === 1) expect(ended.stderr).toContain('src/refs.ts:');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
