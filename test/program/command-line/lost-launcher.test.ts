import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const signals = new URL('../../../src/cli/process/signals.ts', import.meta.url).href;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-lost-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that does `begin` and then never ends by itself. */
function start(begin: string) {
  const file = join(folder, `${begin.replace(/\W/g, '')}.mjs`);
  writeFileSync(
    file,
    `import { endWithLauncher, watchSignals } from ${JSON.stringify(signals)};
     setInterval(() => {}, 1000);
     ${begin};`,
  );
  return fork(file, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

describe('a program whose launcher is gone', { timeout: 60_000 }, () => {
  it('ends where it has nothing to end in order', async () => {
    const child = start('endWithLauncher(); process.stdout.write("ready")');
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  it('ends as well where it was gone before the program had loaded', async () => {
    const child = start('process.once("disconnect", () => setTimeout(endWithLauncher, 50))');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  it('is asked to end, and to stop soon after, where it ends in order', async () => {
    const child = start(
      `const { drain, stop } = watchSignals({ now: () => performance.now() });
       drain.addEventListener('abort', () => process.stdout.write('drain '));
       stop.addEventListener('abort', () => { process.stdout.write('stop'); process.exit(0); });
       process.stdout.write('ready ')`,
    );
    let said = '';
    child.stdout?.on('data', (text: Buffer) => {
      if (said === '') child.disconnect();
      said += text.toString();
    });
    const ended = once(child.stdout as NonNullable<typeof child.stdout>, 'end');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await ended;
    expect(said).toBe('ready drain stop');
  });
});
