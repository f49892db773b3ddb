import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const checkout = join(import.meta.dirname, '..', '..');

let root: string;
let bin: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'migrator-test-'));
  bin = join(root, 'tools');
  mkdirSync(bin);
  for (const file of [
    'scripts/set-up.sh',
    'bin/migrator.cjs',
    'bin/compile-cache.cjs',
    'package.json',
  ])
    cpSync(join(checkout, file), join(root, file));
  // Takes the place of npm, and says what it sees.
  writeFileSync(join(bin, 'fake-npm'), '#!/bin/sh\n/usr/bin/env > seen\nexit 1\n');
  chmodSync(join(bin, 'fake-npm'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true }));

const passing = {
  HTTPS_PROXY: 'http://jane:word@proxy:1',
  no_proxy: 'intern',
  npm_config_registry: 'https://registry.example',
  npm_config_cache: '/cache',
  npm_config_cafile: '/ca.pem',
  npm_config_https_proxy: 'http://proxy:1',
  npm_config_userconfig: '/npmrc',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  XDG_CACHE_HOME: '/xdg',
  LC_ALL: 'C',
};
const secret = {
  ...{ SRC_API_TOKEN: 's', DST_TOKEN: 's', PGPASSWORD: 's', VAULT_TOKEN: 's', GH_TOKEN: 's' },
  ...{ npm_config__auth: 's', npm_config__authToken: 's', NPM_CONFIG__PASSWORD: 's' },
  ...{ 'npm_config_//registry.example/:_authToken': 's', npm_config_key: 's' },
  ...{ XDG_TOKEN: 's', LC_TOKEN: 's', HOMEBREW_GITHUB_API_TOKEN: 's', 'A B': 's' },
};

it.each(['dash', 'bash'])('shows tokens to nothing that it installs with: %s', (shell) => {
  cpSync(join(bin, 'fake-npm'), join(bin, 'npm'));
  const found = spawnSync('sh', ['-c', `command -v ${shell}`], { encoding: 'utf8' }).stdout.trim();
  if (found === '') return;
  // Also the shell that the script starts itself with.
  writeFileSync(join(bin, 'sh'), `#!${found}\nexec ${found} "$@"\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: root, ...passing, ...secret };
  const ended = spawnSync(found, ['scripts/set-up.sh', 'tests'], { cwd: root, env });
  expect(ended.status).toBe(1);
  const seen = readFileSync(join(root, 'seen'), 'utf8').split('\n');
  expect(seen).toEqual(
    expect.arrayContaining(Object.entries(passing).map((pair) => pair.join('='))),
  );
  expect(seen.filter((line) => line.endsWith('=s'))).toEqual([]);
});

it('is asked by the launcher and by npm with the same result', () => {
  const env = { PATH: process.env.PATH, HOME: root, ...secret };
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  cpSync(join(bin, 'fake-npm'), join(bin, 'npm'));
  const faked = { ...env, PATH: `${bin}:${env.PATH}` };
  for (const [command, ...args] of [
    [process.execPath, join(root, 'bin', 'migrator.cjs'), '--version'],
    [npm, 'run', 'predemo'],
  ] as const) {
    spawnSync(command, args, { cwd: root, env: faked });
    expect(existsSync(join(root, 'seen'))).toBe(true);
    expect(readFileSync(join(root, 'seen'), 'utf8')).not.toMatch(/=s$/m);
    rmSync(join(root, 'seen'));
  }
});
