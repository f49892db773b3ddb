import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOwnersFile } from '../../../../src/core/settings/request/code-owners.ts';
import { moveSubmodules } from '../../../../src/core/settings/request/submodules.ts';
import { hostileNames } from '../../../helpers/hostile/hostile-texts.ts';

const moved = {
  hosts: ['bitbucket.org', 'altssh.bitbucket.org'],
  workspace: 'acme-workspace',
  targets: new Map([
    ['web-shop', 'shop'],
    ['lib', 'lib'],
  ]),
  organization: 'acme',
  webUrl: 'https://github.com',
};

describe('codeOwnersFile', () => {
  it('names teams with their organization', () => {
    const owners = [
      { kind: 'team', name: 'core' },
      { kind: 'user', name: 'jane' },
    ] as const;
    expect(codeOwnersFile(owners, 'acme')).toBe(
      '# Default reviewers on Bitbucket\n* @acme/core @jane\n',
    );
  });

  it('has one rule whatever the names hold, and none for hostile names alone', () => {
    const hostile = hostileNames.map((name) => ({ kind: 'team', name }) as const);
    const own = { kind: 'user', name: 'jane' } as const;
    expect(
      codeOwnersFile([...hostile, own], 'acme')
        ?.split('\n')
        .slice(1),
    ).toEqual(['* @jane', '']);
    expect(codeOwnersFile(hostile, 'acme')).toBeNull();
  });
});

describe('moveSubmodules', () => {
  it.each([
    ['https://bitbucket.org/acme-workspace/web-shop.git', 'https://github.com/acme/shop.git'],
    ['https://jane@bitbucket.org/Acme-Workspace/Web-Shop', 'https://github.com/acme/shop.git'],
    ['git@bitbucket.org:acme-workspace/lib.git', 'git@github.com:acme/lib.git'],
    ['ssh://git@altssh.bitbucket.org:443/acme-workspace/lib.git', 'git@github.com:acme/lib.git'],
    ['../web-shop.git', '../shop.git'],
    ['../web-shop', '../shop'],
  ])('moves %s', (before, after) => {
    const file = (url: string) => `[submodule "a"]\n\tpath = a\n\turl = ${url}\n\tbranch = main\n`;
    expect(moveSubmodules(file(before), moved)).toBe(file(after));
    expect(moveSubmodules(file(`"${before}"`), moved)).toBe(file(`"${after}"`));
  });

  it.each([
    'https://bitbucket.org/acme-workspace/unplanned.git',
    'https://bitbucket.org/others/lib.git',
    'https://bitbucket.org.evil.example/acme-workspace/lib.git',
    'https://example.com/acme-workspace/lib.git',
    '../lib.git',
    '../../other-processes/lib.git',
    './lib.git',
    '/srv/git/lib.git',
  ])('leaves %s', (url) => {
    expect(moveSubmodules(`[submodule "a"]\n\turl = ${url}\n`, moved)).toBe(null);
  });

  it('changes nothing else of any text', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('\turl = ../web-shop.git\r', 'url=git@bitbucket.org:acme-workspace/lib', ''),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const before = lines.join('\n');
        const after = moveSubmodules(before, moved) ?? before;
        const isUrl = (text: string) => /^\s*url\s*=/.test(text);
        const others = (text: string) => text.split('\n').filter((one) => !isUrl(one));
        expect(others(after)).toEqual(others(before));
        expect(moveSubmodules(after, moved)).toBe(null);
      }),
    );
  });
});
