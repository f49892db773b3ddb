import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Moves } from '../../../src/core/handover/repository-move.ts';
import { shellScript } from '../../../src/core/handover/shell-script.ts';
import { cloudMoves, dataCenterMoves } from './moves.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});

function git(...args: readonly string[]): string {
  const environment = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', args, { cwd: folder, env: environment, encoding: 'utf8' }).trim();
}

/** A clone whose remotes have these addresses, as `r0`, `r1` and so on. */
function clone(name: string, ...addresses: readonly string[]): string {
  git('init', '-q', name);
  addresses.forEach((address, index) => {
    git('-C', name, 'remote', 'add', `r${index}`, address);
  });
  return name;
}

function run(moves: Moves, ...args: readonly string[]) {
  const script = join(folder, 'remotes.sh');
  writeFileSync(script, shellScript(moves));
  const environment = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  return spawnSync('sh', [script, ...args], { cwd: folder, env: environment, encoding: 'utf8' });
}

const addressesOf = (name: string) =>
  git('-C', name, 'config', '--get-regexp', '^remote\\..*\\.url$')
    .split('\n')
    .map((line) => line.split(' ')[1]);

const https = 'https://github.com/acme-inc/web.git';
const ssh = 'git@github.com:acme-inc/web.git';

describe('the script for sh', () => {
  it('changes every form of an address of Bitbucket Cloud, HTTPS to HTTPS and SSH to SSH', () => {
    const forms: readonly (readonly [string, string])[] = [
      ['https://bitbucket.org/acme/web.git', https],
      ['https://bitbucket.org/acme/web', https],
      ['https://bitbucket.org/acme/web/', https],
      ['https://jane@bitbucket.org/acme/web.git', https],
      ['https://jane:secret@bitbucket.org/Acme/Web.git', https],
      ['http://bitbucket.org/acme/web.git', https],
      ['git@bitbucket.org:acme/web.git', ssh],
      ['git@bitbucket.org:acme/web', ssh],
      ['bitbucket.org:acme/web.git', ssh],
      ['ssh://git@bitbucket.org/acme/web.git', ssh],
      ['ssh://git@altssh.bitbucket.org:443/acme/web.git', ssh],
      ['https://bitbucket.org/acme/web.api.git', 'https://github.com/acme-inc/api.git'],
    ];
    const place = clone('one', ...forms.map(([old]) => old));
    const { status, stdout, stderr } = run(cloudMoves);
    expect([status, stderr]).toEqual([0, '']);
    expect(addressesOf(place)).toEqual(forms.map(([, wanted]) => wanted));
    expect(stdout).not.toContain('secret');
  });

  it('changes every form of an address of a Data Center', () => {
    const web = 'https://ghe.acme.example/acme/web.git';
    const webSsh = 'git@ghe.acme.example:acme/web.git';
    const forms: readonly (readonly [string, string])[] = [
      ['https://git.acme.example/bitbucket/scm/shop/web.git', web],
      ['https://jane@git.acme.example:443/bitbucket/scm/SHOP/web.git', web],
      ['ssh://git@git.acme.example:7999/shop/web.git', webSsh],
      ['ssh://git@ssh.acme.example:7999/shop/web.git', webSsh],
      [
        'https://git.acme.example/bitbucket/scm/~jane/notes.git',
        'https://ghe.acme.example/acme/jane-notes.git',
      ],
      [
        'ssh://git@git.acme.example:7999/~jane/notes.git',
        'git@ghe.acme.example:acme/jane-notes.git',
      ],
    ];
    const place = clone('one', ...forms.map(([old]) => old));
    expect(run(dataCenterMoves).status).toBe(0);
    expect(addressesOf(place)).toEqual(forms.map(([, wanted]) => wanted));
  });

  it('leaves alone what has not moved, whatever it begins with', () => {
    const others = [
      'https://bitbucket.org/acme/web-shop.git',
      'https://bitbucket.org/other/web.git',
      'https://github.com/acme/web.git',
      'https://bitbucket.org.evil.example/acme/web.git',
      '../web.git',
    ];
    const place = clone('one', ...others);
    expect(run(cloudMoves)).toMatchObject({ status: 0, stdout: '' });
    expect(addressesOf(place)).toEqual(others);
  });

  it('finds clones in folders with spaces, bare ones, worktrees, push addresses, submodules and LFS', () => {
    mkdirSync(join(folder, 'my work'));
    const place = clone('my work/a b', 'https://bitbucket.org/acme/web.git');
    const set = (entry: string, address: string) =>
      git('-C', place, 'config', '--add', entry, address);
    set('remote.r0.url', 'https://example.com/other.git');
    set('remote.r0.pushurl', 'git@bitbucket.org:acme/web.git');
    set('submodule.lib.url', 'https://bitbucket.org/acme/web.api.git');
    set('lfs.url', 'https://bitbucket.org/acme/web.git/info/lfs');
    git('init', '-q', '--bare', 'mirror.git');
    git('-C', 'mirror.git', 'remote', 'add', 'origin', 'git@bitbucket.org:acme/web.git');
    expect(run(cloudMoves, folder).status).toBe(0);
    const read = (entry: string) => git('-C', place, 'config', '--get-all', entry).split('\n');
    expect(read('remote.r0.url')).toEqual([https, 'https://example.com/other.git']);
    expect(read('remote.r0.pushurl')).toEqual([ssh]);
    expect(read('submodule.lib.url')).toEqual(['https://github.com/acme-inc/api.git']);
    expect(read('lfs.url')).toEqual([`${https}/info/lfs`]);
    expect(addressesOf('mirror.git')).toEqual([ssh]);
  });

  it('takes no line of a value for an entry', () => {
    const place = clone('one', 'https://example.com/other.git');
    const injected = 'x\ncore.sshcommand git@bitbucket.org:acme/web.git';
    git('-C', place, 'config', 'remote.r0.pushurl', injected);
    expect(run(cloudMoves)).toMatchObject({ status: 0, stdout: '' });
    expect(git('-C', place, 'config', '--list', '--name-only')).not.toContain('sshcommand');
  });

  it('takes no line of a value for another entry that it looks for, or for a value of its own', () => {
    const place = clone('one', 'https://example.com/other.git');
    const old = 'git@bitbucket.org:acme/web.git';
    const entries = ['remote.r0.uploadpack', 'remote.r0.vcs', 'submodule.a.update', 'lfs.url'];
    const injected = ['x', ...entries.map((entry) => `${entry} ${old}`), old].join('\n');
    git('-C', place, 'config', 'remote.r0.pushurl', injected);
    const before = git('-C', place, 'config', '--local', '--list');
    expect(run(cloudMoves)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(git('-C', place, 'config', '--local', '--list')).toBe(before);
  });

  it('stays below the folder: no name with a line feed leads out of it, nor an empty .git', () => {
    const old = 'https://bitbucket.org/acme/web.git';
    const outside = clone('outside', old);
    // Printed by find as a path to the clone outside.
    mkdirSync(join(folder, 'work', `a\n${folder}`, 'outside', '.git'), { recursive: true });
    mkdirSync(join(folder, 'work', `b\n${folder}`, 'outside', 'objects'), { recursive: true });
    writeFileSync(join(folder, 'work', `b\n${folder}`, 'outside', 'HEAD'), '');
    expect(run(cloudMoves, 'work')).toMatchObject({ status: 0, stdout: '' });
    for (const inner of ['x/.git', 'y/objects'])
      mkdirSync(join(folder, outside, 'vendor', inner), { recursive: true });
    writeFileSync(join(folder, outside, 'vendor', 'y', 'HEAD'), '');
    expect(run(cloudMoves, join(outside, 'vendor'))).toMatchObject({ status: 0, stdout: '' });
    expect(addressesOf(outside)).toEqual([old]);
    expect(run(cloudMoves, `a\nb`).status).toBe(2);
  });

  it('only reports with -n, and has nothing left to do the second time', () => {
    const place = clone('one', 'https://bitbucket.org/acme/web.git');
    const told = './one: remote.r0.url is now https://github.com/acme-inc/web.git\n';
    expect(run(cloudMoves, '-n')).toMatchObject({ status: 0, stdout: told });
    expect(addressesOf(place)).toEqual(['https://bitbucket.org/acme/web.git']);
    expect(run(cloudMoves)).toMatchObject({ status: 0, stdout: told });
    expect(run(cloudMoves)).toMatchObject({ status: 0, stdout: '' });
  });

  it('refuses a folder that is not there', () => {
    expect(run(cloudMoves, 'nowhere')).toMatchObject({
      status: 2,
      stderr: 'There is no folder nowhere\n',
    });
  });
});
