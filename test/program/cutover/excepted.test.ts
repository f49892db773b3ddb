import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RefRestriction } from '../../../sandbox/bitbucket-data-center/settings/records.ts';
import { type CutoverPlace, cutoverAsked, openCutoverPlace } from './cutover-place.ts';

describe('cutover of a Data Center whose branch permissions except somebody', () => {
  let place: CutoverPlace;
  beforeEach(async () => {
    place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
  });
  afterEach(() => place[Symbol.asyncDispose]());

  const settings = () => {
    const found = place.sandbox.bitbucket.findRepository('one');
    const center = place.sandbox.dataCenter;
    if (found === null || center === null) throw new Error('no source');
    return {
      own: center.settings.ofRepository(found.uuid).restrictions,
      project: center.settings.ofProject(place.sandbox.workspace).restrictions,
    };
  };
  const exceptJane = (id: number, matcher: RefRestriction['matcher']): RefRestriction => ({
    ...{ id, type: 'read-only', matcher, groups: ['release-managers'], accessKeys: [] },
    users: [place.sandbox.bitbucket.addPerson({ name: 'Jane Roe' })],
  });
  const main = { type: 'BRANCH', id: 'refs/heads/main' } as const;
  const tags = { type: 'PATTERN', id: 'refs/tags/**' } as const;
  const development = { type: 'MODEL_BRANCH', id: 'development' } as const;
  const isOpen = () => place.sandbox.github.findRepository('acme/one')?.hasIssues === true;

  it.each([
    ['of the repository, on a branch', 'own', main, 'read-only on refs/heads/main'],
    ['of the repository, on tags', 'own', tags, 'read-only on refs/tags/**'],
    ['of the project', 'project', main, 'read-only on refs/heads/main'],
    ['of the repository, by its model', 'own', development, 'read-only on the default branch'],
    ['of the project, by the model', 'project', development, 'read-only on the default branch'],
  ] as const)('is refused before the lock, and by a dry run: %s', async (_, level, matcher, on) => {
    settings()[level].push(exceptJane(77, matcher));
    const before = place.restrictions('one');
    for (const last of ['--dry-run', '--wave=1']) {
      const { code, stderr } = await place.cutover(last);
      expect(stderr).toContain('does not stop people exempt from its branch permissions');
      expect(stderr.replaceAll('refs/heads/', '')).toContain(
        `Jane Roe, group release-managers (${on.replace('refs/heads/', '')})`,
      );
      expect(code).toBe(6);
    }
    expect(place.restrictions('one')).toEqual(before);
  });

  it('goes through where that is accepted', async () => {
    settings().own.push(exceptJane(77, main));
    const { code, stderr } = await place.cutover('--accept-excepted');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('can still push, exempt from "Block every change on');
    expect(isOpen()).toBe(true);
  });

  it.each(['person of the same name', 'key without a label', 'place'])(
    'opens nothing where another %s is excepted since the question',
    async (what) => {
      const { own } = settings();
      const { bitbucket } = place.sandbox;
      const mallory = { ...bitbucket.addPerson({ name: 'Mallory' }), displayName: 'Jane Roe' };
      const key = (id: number) =>
        ({ id, text: `ssh-rsa AAAA${id}`, label: '', permission: 'WRITE' }) as const;
      const rule = { ...exceptJane(77, main), accessKeys: [key(1)] };
      own.push(rule);
      const { code, stderr } = await cutoverAsked(place, () => {
        const users = what.startsWith('person') ? [...rule.users, mallory] : rule.users;
        const accessKeys = what.startsWith('key') ? [key(1), key(2)] : rule.accessKeys;
        const matcher = what === 'place' ? ({ type: 'PATTERN', id: 'main' } as const) : main;
        own.splice(0, 1, { ...rule, users, accessKeys, matcher });
      });
      expect({ code, stderr }).toMatchObject({ code: 6 });
      expect(stderr).toMatch(/permissions: .*(Jane Roe \(Mallory\)|access-key 2|on pattern main)/i);
      expect(isOpen()).toBe(false);
    },
  );

  it('opens nothing where somebody is excepted later who was not named, although others were accepted', async () => {
    const { own } = settings();
    own.push({ ...exceptJane(77, main), users: [] });
    const { faults } = place.sandbox;
    faults.decide(({ host, method }) => {
      if (host === 'github' && method === 'PATCH' && own.every(({ id }) => id !== 78)) {
        own.push({ ...exceptJane(78, tags), groups: [] });
      }
      return null;
    });
    const { code, stderr } = await place.cutover('--accept-excepted');
    faults.clear();
    expect({ code, stderr }).toMatchObject({ code: 6 });
    expect(stderr).toContain('permissions: Jane Roe (read-only on refs/tags/**)');
    expect(isOpen()).toBe(false);
    expect((await place.cutover('--accept-excepted')).code).toBe(0);
    expect(isOpen()).toBe(true);
  });

  it('opens nothing where somebody is excepted after the lock', async () => {
    const { own } = settings();
    const jane = exceptJane(77, main);
    const { faults } = place.sandbox;
    // After the lock: the first request of the step that applies the settings.
    faults.decide(({ host, method }) => {
      if (host === 'github' && method === 'PATCH' && !own.includes(jane)) own.push(jane);
      return null;
    });
    const { code, stderr } = await place.cutover();
    faults.clear();
    expect(code).toBe(6);
    expect(stderr).toContain('Jane Roe, group release-managers');
    expect(isOpen()).toBe(false);
    // It ends once she is excepted no longer.
    own.splice(own.indexOf(jane), 1);
    expect((await place.cutover()).code).toBe(0);
    expect(isOpen()).toBe(true);
  });
});

it('names on Cloud whom others except after the lock, where it is resumed', async () => {
  await using place = await openCutoverPlace({}, ['one']);
  const { bitbucket, faults } = place.sandbox;
  const refused = { kind: 'status', status: 403, body: 'no' } as const;
  faults.decide(({ host, method }) => (host === 'github' && method === 'PATCH' ? refused : null));
  expect((await place.cutover()).code).toBe(4);
  faults.clear();
  const { uuid = '' } = bitbucket.findRepository('one') ?? {};
  const users = [bitbucket.addPerson({ name: 'Jane Roe' })];
  bitbucket.settings.addRestriction(uuid, { kind: 'push', match: { pattern: 'main' }, users });
  for (const args of [['--dry-run'], []]) {
    const { code, stdout, stderr } = await place.cutover(...args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).toMatch(
      /exempt from "Limit who can push on main"(?:, so ask them not to push)?: Jane Roe/,
    );
  }
});
