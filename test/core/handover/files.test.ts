import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRules } from '../../../src/core/handover/git-rules.ts';
import { nginxMap } from '../../../src/core/handover/nginx-map.ts';
import { ownersList } from '../../../src/core/handover/owners-list.ts';
import { powershellScript } from '../../../src/core/handover/powershell-script.ts';
import { movesOf } from '../../../src/core/handover/repository-move.ts';
import type { PlannedRepository } from '../../../src/core/plan/plan-schema.ts';
import { csvColumns } from '../../../src/core/users/csv-columns.ts';
import { hostileNames } from '../../helpers/hostile/hostile-texts.ts';
import { cloudMoves, dataCenterMoves } from './moves.ts';

/** Where git goes for an address under these rules. */
function reached(rules: string, address: string): string {
  const config = join(mkdtempSync(join(tmpdir(), 'migrator-test-')), 'gitconfig');
  writeFileSync(config, rules);
  const environment = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const args = ['ls-remote', '--get-url', address];
  return execFileSync('git', args, { env: environment, encoding: 'utf8' }).trim();
}

describe('rules for git on a machine', () => {
  it('lead git from an old address to the new one', () => {
    const web = gitRules(cloudMoves);
    expect(reached(web, 'https://bitbucket.org/acme/web.git')).toBe(
      'https://github.com/acme-inc/web.git',
    );
    expect(reached(web, 'git@bitbucket.org:acme/web.api.git')).toBe(
      'git@github.com:acme-inc/api.git',
    );
    expect(reached(web, 'ssh://git@altssh.bitbucket.org:443/acme/web.git')).toBe(
      'git@github.com:acme-inc/web.git',
    );
    const center = gitRules(dataCenterMoves);
    expect(reached(center, 'https://git.acme.example/bitbucket/scm/shop/web.git')).toBe(
      'https://ghe.acme.example/acme/web.git',
    );
    expect(reached(center, 'https://git.acme.example/bitbucket/scm/SHOP/web.git')).toBe(
      'https://ghe.acme.example/acme/web.git',
    );
    expect(reached(center, 'ssh://git@git.acme.example:7999/SHOP/web.git')).toBe(
      'git@ghe.acme.example:acme/web.git',
    );
    expect(reached(center, 'ssh://git@ssh.acme.example:7999/~jane/notes.git')).toBe(
      'git@ghe.acme.example:acme/jane-notes.git',
    );
  });

  it('do not lead to it from a repository whose name only begins the same', () => {
    const other = 'https://bitbucket.org/acme/web-shop.git';
    expect(reached(gitRules(cloudMoves), other)).toBe(other);
  });
});

describe('rules for git beside repositories that have not moved', () => {
  const others = ['acme/acme.github.io', 'acme/acme.gitlab', 'acme/other', 'acme/acme.git\n[x]'];
  const moves = movesOf({
    kind: 'bitbucket-cloud',
    gitUrl: 'https://bitbucket.org',
    targetUrl: 'https://github.com',
    aliases: ['git.acme.example'],
    repositories: [
      { path: 'acme/acme', newPath: 'acme-inc/shop' },
      { path: 'acme/acme.github.io.git', newPath: 'acme-inc/odd' },
    ],
    others,
  });

  it('keep the addresses of those whose names begin with a moved one', () => {
    const rules = gitRules(moves);
    for (const address of [
      'https://bitbucket.org/acme/acme.github.io.git',
      'https://bitbucket.org/acme/acme.github.io',
      'git@bitbucket.org:acme/acme.gitlab.git',
      'ssh://git@altssh.bitbucket.org:443/acme/acme.gitlab.git',
      'https://git.acme.example/acme/acme.gitlab.git',
    ]) {
      expect(reached(rules, address)).toBe(address);
    }
    expect(reached(rules, 'https://bitbucket.org/acme/acme.git')).toBe(
      'https://github.com/acme-inc/shop.git',
    );
    expect(reached(rules, 'https://bitbucket.org/acme/acme.github.io.git.git')).toBe(
      'https://github.com/acme-inc/odd.git',
    );
    expect(rules).not.toMatch(/acme\/other|\[x\]/);
  });
});

describe('the map for nginx', () => {
  /** Returns what nginx makes of a path: the first expression that matches. */
  function redirected(path: string): string | null {
    for (const [, pattern = '', to = ''] of nginxMap(dataCenterMoves).matchAll(
      /^ {2}"~\*(.+)" (\S+);$/gm,
    )) {
      const found = new RegExp(pattern, 'i').exec(path);
      if (found !== null) return to.replace('$git_rest', found.groups?.git_rest ?? '');
    }
    return null;
  }

  it('leads Git to the repository, and people to its page', () => {
    const web = 'https://ghe.acme.example/acme/web';
    expect(redirected('/bitbucket/scm/SHOP/web.git/info/refs')).toBe(`${web}.git/info/refs`);
    expect(redirected('/bitbucket/scm/shop/web')).toBe(`${web}.git`);
    expect(redirected('/bitbucket/projects/SHOP/repos/web/browse/src')).toBe(web);
    expect(redirected('/bitbucket/users/Jane/repos/notes')).toBe(
      'https://ghe.acme.example/acme/jane-notes',
    );
  });

  it('leaves other repositories alone', () => {
    expect(redirected('/bitbucket/scm/shop/web-shop.git/info/refs')).toBeNull();
    expect(redirected('/bitbucket/projects/SHOP/repos/web-shop')).toBeNull();
  });

  it('carries no line break of a request into its answer', () => {
    expect(redirected('/bitbucket/scm/shop/web.git/x\rSet-Cookie: a=b')).toBeNull();
    expect(redirected('/bitbucket/scm/shop/web.git/x\nSet-Cookie: a=b')).toBeNull();
  });
});

describe('the script for PowerShell', () => {
  it('has each repository with both forms of its new address, and the lines of Windows', () => {
    const text = powershellScript(dataCenterMoves);
    expect(text).toContain(
      "'git.acme.example/shop/web' = @('https://ghe.acme.example/acme/web.git', 'git@ghe.acme.example:acme/web.git')\r\n",
    );
    expect(text).toContain("-replace '^ssh\\.acme\\.example/', 'git.acme.example/'");
    expect(text).toContain("-replace '^git\\.acme\\.example/bitbucket/scm/', 'git.acme.example/'");
    expect(text).not.toMatch(/[^\r]\n/);
  });
});

describe('the list of owners', () => {
  it('has a row for each owner, and one without an owner where the plan names none', () => {
    const planned = {
      settings: [
        {
          set: {
            access: [
              { actor: { kind: 'team', name: 'core' }, role: 'admin' },
              { actor: { kind: 'user', name: '=jane' }, role: 'maintain' },
              { actor: { kind: 'user', name: 'bob' }, role: 'push' },
            ],
          },
          looser: null,
        },
      ],
    } as unknown as PlannedRepository;
    const [web, api] = cloudMoves.repositories.map((move, index) => ({
      ...move,
      planned: index === 0 ? planned : undefined,
    }));
    if (web === undefined || api === undefined) throw new Error('two repositories were expected');
    expect(ownersList([web, api]).split('\n')).toEqual([
      'old,new,kind,owner,role',
      'https://bitbucket.org/Acme/web,https://github.com/acme-inc/web,team,core,admin',
      "https://bitbucket.org/Acme/web,https://github.com/acme-inc/web,user,'=jane,maintain",
      'https://bitbucket.org/Acme/web.api,https://github.com/acme-inc/api,,,',
      '',
    ]);
  });
});

describe('a list of owners with hostile names', () => {
  it('has one record for each, none of which a spreadsheet calculates', () => {
    for (const name of hostileNames) {
      const set = { access: [{ actor: { kind: 'team', name }, role: 'admin' }] };
      const planned = { settings: [{ set, looser: null }] } as unknown as PlannedRepository;
      const [move] = cloudMoves.repositories;
      if (move === undefined) throw new Error('a repository was expected');
      const text = ownersList([{ ...move, planned }]);
      expect(csvColumns(text, ['owner', 'role']).rows).toHaveLength(1);
      expect(text).not.toMatch(/,"?\s*[=+@-]/);
    }
  });
});

describe('a name that a script could misread', () => {
  const cloud = { kind: 'bitbucket-cloud', gitUrl: 'https://bitbucket.org', aliases: [] } as const;
  const target = { targetUrl: 'https://github.com' };
  const others = ['acme/$(id)', "acme/a'b", 'acme/a b', 'acme/../b', 'acme/a,b', 'acme/./b'];

  it('is refused as that of a repository, on either side', () => {
    for (const name of [...others, ...hostileNames.map((one) => `acme/${one}`)]) {
      const moves = (repository: { path: string; newPath: string }) =>
        movesOf({ ...cloud, ...target, repositories: [repository] });
      expect(() => moves({ path: name, newPath: 'acme/a' })).toThrow('is not safe in a script');
      expect(() => moves({ path: 'acme/a', newPath: name })).toThrow('is not safe in a script');
    }
  });

  it('is refused in the address of a host', () => {
    for (const name of ["a'b", 'a$(id)', 'a;b', 'a`id`', 'a&b', '[::1]']) {
      const url = `https://${name}`;
      const moves = (urls: { gitUrl: string; targetUrl: string }) =>
        movesOf({ ...cloud, ...urls, repositories: [] });
      expect(() => moves({ gitUrl: url, ...target })).toThrow('is not safe in a script');
      expect(() => moves({ gitUrl: cloud.gitUrl, targetUrl: `${url}/x` })).toThrow('is not safe');
      expect(() => moves({ gitUrl: `https://a.example/${name}`, ...target })).toThrow('not safe');
    }
  });
});
