import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTrustedConfig } from '../../../src/core/config/trusted-config.ts';

const before = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
  enter('clone', 'https://ghe.acme.example');
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** Goes to a folder with a file that names this Enterprise Server. */
function enter(name: string, url: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  process.chdir(join(folder, name));
  writeFileSync('migrator.yaml', `target:\n  enterprise_url: ${url}\n`);
}

/** @param answer `null`: nobody can be asked */
function load(answer: string | null, path?: string) {
  const shown: string[] = [];
  const environment = { MIGRATOR_STATE_DIR: join(folder, 'state') };
  const stderr = { isTerminal: true, write: (text: string) => void shown.push(text) };
  const ask = answer === null ? null : async () => answer;
  const uid = process.geteuid?.() ?? null;
  const program = { environment, platform: 'linux', stderr, ask, uid } as const;
  const config = loadTrustedConfig(program, path);
  return { config, shown };
}

describe('hosts that the configuration of the current folder names', () => {
  it('are shown with the file, and used once a person agrees', async () => {
    const { config, shown } = load('y');
    expect(await config).toEqual({ target: { enterprise_url: 'https://ghe.acme.example' } });
    expect(shown.join('')).toContain(join(folder, 'clone', 'migrator.yaml'));
    expect(shown.join('')).toContain('target.enterprise_url  https://ghe.acme.example');
    // Not asked again, nor without a terminal.
    const again = load(null);
    expect(await again.config).toMatchObject({ target: {} });
    expect(again.shown).toEqual([]);
  });

  it.each(['', 'n', 'maybe', null])('are refused for the answer %j', async (answer) => {
    await expect(load(answer).config).rejects.toMatchObject({ code: 'configuration' });
    await expect(load(null).config).rejects.toThrow('sets another host');
  });

  it('are asked about again where the host is another, or the folder', async () => {
    await load('y').config;
    enter('clone', 'https://evil.example');
    await expect(load(null).config).rejects.toThrow('https://evil.example');
    enter('other', 'https://ghe.acme.example');
    await expect(load(null).config).rejects.toThrow('sets another host');
  });

  it('show as they are resolved: letters of another script, a user name before the host', async () => {
    enter('clone', 'https://api.g\u0456thub.com');
    const { config, shown } = load('n');
    await expect(config).rejects.toThrow('https://api.xn--gthub-n2e.com');
    expect(shown.join('')).toContain('target.enterprise_url  https://api.xn--gthub-n2e.com\n');
    enter('clone', 'https://github.com@evil.example/github.com');
    await expect(load(null).config).rejects.toThrow(/enterprise_url https:\/\/evil\.example$/);
  });

  it('need no consent where the file is named', async () => {
    expect(await load(null, 'migrator.yaml').config).toMatchObject({ target: {} });
  });

  it('take no consent from a state folder that anybody can write to', async () => {
    await load('y').config;
    const consents = join(folder, 'state', 'configuration-consents');
    expect(readFileSync(consents, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    chmodSync(join(folder, 'state'), 0o777);
    await expect(load(null).config).rejects.toThrow('Anyone can write');
  });
});
