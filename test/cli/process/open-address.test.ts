import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAddress } from '../../../src/cli/process/open-address.ts';

describe('openAddress', () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-open-'));
    environment = { PATH: `${folder}:${process.env.PATH}` };
    const opener = join(folder, 'xdg-open');
    writeFileSync(
      opener,
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/part && mv ${folder}/part ${folder}/opened\n`,
    );
    chmodSync(opener, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (address: string) => openAddress(address, { platform: 'linux', environment });

  it('hands an address to the opener as one word, whatever stands in it', async () => {
    expect(open('https://github.com/acme/$(touch%20x);a')).toBe(true);
    await expect.poll(() => existsSync(join(folder, 'opened'))).toBe(true);
    expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe(
      'https://github.com/acme/$(touch%20x);a\n',
    );
  });

  it.each(['', '.'])(
    'never starts an opener of the current folder, with "%s" in the PATH',
    (entry) => {
      const before = process.cwd();
      process.chdir(folder);
      try {
        environment = { PATH: `${entry}:/nowhere` };
        expect(open('https://github.com')).toBe(false);
      } finally {
        process.chdir(before);
      }
    },
  );

  it('hands it none of our tokens', async () => {
    environment = { ...environment, DST_TOKEN: 'ghp_canary', PGPASSWORD: 'canary', DISPLAY: ':0' };
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\nenv > ${folder}/part && mv ${folder}/part ${folder}/opened\n`,
    );
    open('https://github.com');
    await expect.poll(() => existsSync(join(folder, 'opened'))).toBe(true);
    const seen = readFileSync(join(folder, 'opened'), 'utf8');
    expect(seen).toContain('DISPLAY=:0');
    expect(seen).not.toContain('canary');
  });

  it.each(['javascript:alert(1)', 'http://github.com/acme', 'ssh://a', '--help', ''])(
    'refuses %j',
    (address) => {
      expect(open(address)).toBe(false);
    },
  );

  it('starts nothing where there is no opener', () => {
    environment = { PATH: join(folder, 'none') };
    expect(open('https://github.com')).toBe(false);
  });
});
