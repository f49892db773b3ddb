import { describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';
import { change, setSourcePrivate, settingsOf } from './live-target-place.ts';

type Visibility = 'public' | 'private' | 'internal';

async function cutOver(visibility: Visibility, isSourcePrivate = false): Promise<CutoverPlace> {
  const place = await openCutoverPlace({}, ['one'], null, {}, (one) => ({ ...one, visibility }));
  setSourcePrivate(place, 'one', isSourcePrivate);
  const { code, stderr } = await place.cutover();
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return place;
}

/** Something to repair, so that every step runs. */
function loseBranch(place: CutoverPlace): void {
  git(place.targetOf('one'), 'update-ref', '-d', 'refs/heads/topic');
}

const commands: [string, (place: CutoverPlace) => string[]][] = [
  ['verify --repair', ({ migration }) => ['verify', '--migration', migration, '--repair']],
  [
    '--reset-repo',
    ({ migration }) => ['migrate', '--resume', migration, '--reset-repo', 'one', '--yes'],
  ],
];

describe.each(commands)('%s of a target that was cut over', (_, args) => {
  it('leaves public what people have opened, and private what they have closed', async () => {
    await using opened = await cutOver('internal');
    await using closed = await cutOver('public');
    for (const [place, visibility] of [
      [opened, 'public'],
      [closed, 'private'],
    ] as const) {
      await change(place, 'one', { visibility });
      loseBranch(place);
      const before = settingsOf(place, 'one');
      await place.run(args(place), place.credentials);
      expect(settingsOf(place, 'one')).toEqual(before);
    }
  });

  it('leaves description and topics that people have set', async () => {
    await using place = await cutOver('private', true);
    await change(place, 'one', { description: 'Theirs' });
    await change(place, 'one/topics', { names: ['theirs'] }, 'PUT');
    loseBranch(place);
    const before = settingsOf(place, 'one');
    await place.run(args(place), place.credentials);
    expect(settingsOf(place, 'one')).toEqual(before);
  });

  it('leaves archived what people have archived', async () => {
    await using place = await cutOver('private', true);
    await change(place, 'one', { archived: true });
    await place.run(args(place), place.credentials);
    expect(settingsOf(place, 'one')).toMatchObject({ archived: true });
  });

  it('does not archive it because its source was archived since', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    expect((await place.cutover()).code).toBe(0);
    place.sandbox.dataCenter?.rules.archived.add('one');
    loseBranch(place);
    await place.run(args(place), place.credentials);
    expect(settingsOf(place, 'one')).toMatchObject({ archived: false });
  });
});

describe('a target that its cut-over has archived', () => {
  it('stays open where people have unarchived it to work there', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    place.sandbox.dataCenter?.rules.archived.add('one');
    expect((await place.cutover()).code).toBe(0);
    expect(settingsOf(place, 'one')).toMatchObject({ archived: true });
    await change(place, 'one', { archived: false });
    loseBranch(place);
    await place.run(['verify', '--migration', place.migration, '--repair']);
    expect(settingsOf(place, 'one')).toMatchObject({ archived: false });
  });
});

describe('a cut-over', () => {
  it('leaves description and topics that people have set on the target, as a sync does', async () => {
    await using place = await openCutoverPlace({}, ['one']);
    await change(place, 'one', { description: 'Theirs', default_branch: 'topic' });
    await change(place, 'one/topics', { names: ['theirs'] }, 'PUT');
    const { code, stderr } = await place.cutover();
    expect(settingsOf(place, 'one'), `${code} ${stderr}`).toMatchObject({
      description: 'Theirs',
      topics: ['theirs'],
    });
    expect(git(place.targetOf('one'), 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/topic');
  });
});
