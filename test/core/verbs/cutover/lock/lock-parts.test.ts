import { describe, expect, it } from 'vitest';
import { lockParts as cloudParts } from '../../../../../src/core/hosts/bitbucket-cloud/lock/lock-parts.ts';
import { lockParts as dataCenterParts } from '../../../../../src/core/hosts/bitbucket-data-center/lock/lock-parts.ts';
import type { BranchRule } from '../../../../../src/core/ports/records/source-settings.ts';
import { differencesOf } from '../../../../../src/core/verbs/cutover/lock/unlock-repository.ts';
import {
  mayStillPush,
  newlyExcepted,
} from '../../../../../src/core/verbs/cutover/run/excepted-people.ts';

const jane = { kind: 'user', id: '{1}', name: 'Jane' } as const;

function rule(type: string, refs: BranchRule['refs'], more: Partial<BranchRule> = {}): BranchRule {
  return {
    ...{ id: `${type} ${JSON.stringify(refs)}`, level: 'repository', type, refs },
    ...{ prevents: ['push'], exceptions: [], ...more },
  };
}

const glob = (pattern: string) => ({ kind: 'glob', pattern }) as const;
const ant = (pattern: string) => ({ kind: 'ant', pattern }) as const;
const any = { kind: 'any' } as const;
const rules = (...all: readonly BranchRule[]) => ({ rules: all, checks: [] });
const keys = (parts: readonly { key: string }[]) => parts.map(({ key }) => key);

describe('lockParts of Cloud', () => {
  it('begin with push, and name every branch', () => {
    const parts = cloudParts(rules());
    expect(keys(parts)).toEqual(['push **', 'restrict_merges **', 'force **', 'delete **']);
    expect(parts.filter(({ isGate }) => isGate)).toHaveLength(1);
  });

  it('leave out what others have restricted for everybody', () => {
    const own = rules(rule('push', glob('**')), rule('force', glob('**')));
    expect(keys(cloudParts(own))).toEqual(['restrict_merges **', 'delete **']);
  });

  it('take other patterns where one is there with exceptions', () => {
    const own = rules(rule('push', glob('**'), { exceptions: [jane] }));
    expect(keys(cloudParts(own)).slice(0, 2)).toEqual(['push *', 'push **/*']);
  });

  it('refuse where all patterns are there with exceptions', () => {
    const taken = ['**', '*'].map((one) => rule('push', glob(one), { exceptions: [jane] }));
    expect(() => cloudParts(rules(...taken))).toThrow('with exceptions prevent the lock');
  });
});

describe('lockParts of Data Center', () => {
  it('is one restriction of all refs', () => {
    expect(keys(dataCenterParts(rules()))).toEqual(['read-only any ref']);
  });

  it('is a pattern where that is there with exceptions, and nothing where it is there without', () => {
    const open = rule('read-only', any, { exceptions: [jane] });
    expect(keys(dataCenterParts(rules(open)))).toEqual(['read-only *']);
    expect(dataCenterParts(rules(rule('read-only', any)))).toEqual([]);
    const both = rules(open, rule('read-only', ant('*'), { exceptions: [jane] }));
    expect(() => dataCenterParts(both)).toThrow('with exceptions prevent the lock');
  });

  it('does not count a restriction of the project, which may change any time', () => {
    const above = rule('read-only', any, { level: 'project' });
    expect(keys(dataCenterParts(rules(above)))).toEqual(['read-only any ref']);
  });
});

describe('mayStillPush', () => {
  it('names whom restrictions except, and where', () => {
    const group = { kind: 'group', id: 'devs', name: 'Devs' } as const;
    const own = rules(
      rule('push', glob('main'), { exceptions: [jane, group] }),
      rule('force', glob('main')),
    );
    expect(mayStillPush(own)).toMatchObject([
      { restriction: 'push on main', names: ['Jane', 'group Devs'] },
    ]);
  });

  it.each([
    [{ kind: 'model', branch: 'development', name: null, default: true }, 'the default branch'],
    [{ kind: 'model', branch: 'production', name: null, default: false }, 'the production branch'],
    [{ kind: 'category', category: 'release', prefix: null }, 'release'],
  ] as const)('names them where the branching model leaves the branch open: %o', (refs, where) => {
    expect(mayStillPush(rules(rule('read-only', refs, { exceptions: [jane] })))).toMatchObject([
      { restriction: `read-only on ${where}`, names: ['Jane'] },
    ]);
  });

  it('names them where the kind of the restriction is not known', () => {
    const other = rule('no-pushes-at-night', any, { exceptions: [jane], prevents: [] });
    expect(mayStillPush(rules(other))).toMatchObject([
      { restriction: 'no-pushes-at-night on all refs', names: ['Jane'] },
    ]);
  });
});

describe('newlyExcepted', () => {
  const main = { kind: 'branch', name: 'main' } as const;
  const excepting = (refs: BranchRule['refs'], ...exceptions: BranchRule['exceptions']) =>
    mayStillPush(rules(rule('read-only', refs, { id: '7', exceptions })));
  const key = (id: string) => ({ kind: 'access-key', id, name: id }) as const;
  const unknown = { kind: 'user', id: 'unknown', name: 'an unknown user' } as const;

  it('leaves out whom the host means by the same id, in the same place', () => {
    const accepted = excepting(main, jane, key('1'), unknown);
    expect(newlyExcepted(excepting(main, { ...jane, name: 'J.' }, unknown), accepted)).toEqual([]);
  });

  it.each([
    ['another person of the same name', main, { ...jane, id: '{2}' }, 'Jane ({2})', 'main'],
    ['another key without a label', main, key('2'), 'access-key 2', 'main'],
    ['one more who cannot be read', main, unknown, 'an unknown user', 'main'],
    ['the same person for a pattern', ant('main'), null, 'Jane', 'pattern main'],
  ])('names %s', (_, refs, one, name, on) => {
    const before = [jane, key('1'), unknown];
    const now = excepting(refs, ...before, ...(one === null ? [] : [one]));
    const [found] = newlyExcepted(now, excepting(main, ...before));
    expect(found?.restriction).toBe(`read-only on ${on}`);
    expect(found?.names).toContain(name);
    expect(found?.names).toHaveLength(one === null ? before.length : 1);
  });
});

describe('differencesOf', () => {
  it('reports what is gone, new and changed', () => {
    const [one, two, three] = ['a', 'b', 'c'].map((name) => rule('push', glob(name)));
    if (one === undefined || two === undefined || three === undefined) throw new Error('no rules');
    const changed = { ...two, exceptions: [jane] };
    expect(differencesOf(rules(one, two), rules(changed, three))).toEqual([
      expect.stringMatching(/^restriction push on a .* is gone$/),
      expect.stringMatching(/^restriction push on c .* is new$/),
      expect.stringMatching(/^restriction push on b .* was changed$/),
    ]);
  });
});
