import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasGh, readGhToken } from '../../../src/core/wizard/gh-token.ts';

describe('gh auth token', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-gh-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function read(script: string, options: { signal?: AbortSignal; timeLimit?: number } = {}) {
    const path = join(folder, 'gh');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return readGhToken({
      hostname: 'ghe.example',
      environment: { PATH: `${folder}:${process.env.PATH}`, GH_TOKEN: 'other', DST_TOKEN: 'other' },
      signal: new AbortController().signal,
      ...options,
    });
  }

  it('is asked for the host, without any token of the environment', async () => {
    const script = 'echo "$1-$2-$3" | tr -d =; [ -z "$GH_TOKEN$DST_TOKEN" ] || exit 1';
    expect(await read(script)).toBe('auth-token---hostnameghe.example');
  });

  it.each([
    ['fails', 'echo secret-canary >&2; exit 1', 'gh has no token for ghe.example'],
    ['prints nothing', 'true', 'gh has no token for ghe.example'],
    ['prints no token', 'echo two words', 'gh has no token for ghe.example'],
  ])('names the host where it %s, and shows nothing of its output', async (_, script, message) => {
    const failure = await read(script).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message, code: 'credentials' });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  it('is given up after its time limit', async () => {
    await expect(read('exec sleep 60', { timeLimit: 200 })).rejects.toMatchObject({
      message: 'gh did not respond for ghe.example',
    });
  });

  it('ends with the signal', async () => {
    await expect(read('exec sleep 60', { signal: AbortSignal.timeout(100) })).rejects.toMatchObject(
      {
        code: 'interrupted',
      },
    );
  });

  it.each(['', '.'])(
    'never comes from the current folder, with "%s" in the PATH',
    async (entry) => {
      const before = process.cwd();
      writeFileSync(join(folder, 'gh'), '#!/bin/sh\necho of-the-folder\n');
      chmodSync(join(folder, 'gh'), 0o755);
      process.chdir(folder);
      try {
        const environment = { PATH: `${entry}:/nowhere` };
        const signal = new AbortController().signal;
        expect(await hasGh(environment)).toBe(false);
        await expect(
          readGhToken({ hostname: 'ghe.example', environment, signal }),
        ).rejects.toMatchObject({ code: 'credentials' });
      } finally {
        process.chdir(before);
      }
    },
  );

  it('is offered only where gh is installed', async () => {
    expect(await hasGh({ PATH: folder })).toBe(false);
    writeFileSync(join(folder, 'gh'), '');
    chmodSync(join(folder, 'gh'), 0o755);
    expect(await hasGh({ PATH: folder })).toBe(true);
  });
});
