import { describe, expect, it } from 'vitest';
import {
  type LeftToDo,
  type OpenSetting,
  toDosOf,
  toDosOfOne,
  whereText,
  withEarlier,
} from '../../../../src/core/report/summary/to-dos.ts';
import { at } from '../events.ts';

const images =
  '2 images in pull requests could not be migrated: links point to Bitbucket (#7, #18)';
const key = '1 setting needs attention (Deploy key ci: the key is already in use)';
const web = { source: 'web', target: 'shop' };
const warning = (repository: string, message: string) =>
  at({ type: 'repository-warning', repository, message });
const nothing: LeftToDo = { warned: [], settings: [], byHand: new Map() };

function open(repository: string | null, name: string, note = 'not in the organization') {
  const named = repository === null ? null : { source: repository, target: repository };
  return { repository: named, name, note, fix: 'Invite them.' } satisfies OpenSetting;
}

it('keeps what an earlier run left to do once, and judges settings by the state', () => {
  const now = [{ ...web, warnings: [images, key] }];
  const earlier = [warning('web', images), warning('web', key), warning('other', images)];
  const named = { repositories: [web] };
  const texts = (warned: LeftToDo['warned']) =>
    toDosOf({ ...nothing, warned }, null).map(({ repositories, text }) => [repositories, text]);
  expect(texts(withEarlier(now, earlier, named))).toEqual([[['web'], images]]);
  expect(texts(withEarlier([], earlier, named))).toEqual([[['web'], images]]);
});

it('leaves out what the run itself has set right', () => {
  const gone = 'acme/web, created earlier by this migration, is gone: creating it again';
  expect(toDosOf({ ...nothing, warned: [{ ...web, warnings: [gone] }] }, null)).toEqual([]);
});

describe('settings that are left open', () => {
  it('name each, once for one cause and fix', () => {
    const settings = [
      open('web', 'Access for user ann'),
      open('api', 'Access for user ann'),
      open('web', 'Access for user bob'),
      open('web', 'Deploy key ci', 'the key is already in use'),
    ];
    const found = toDosOf({ ...nothing, settings }, null);
    expect(found.map((one) => [whereText(one), one.text])).toEqual([
      [
        '2 repositories: web, api',
        'Access for user ann, Access for user bob: not in the organization',
      ],
      ['web', 'Deploy key ci: the key is already in use'],
    ]);
  });

  it('of the organization stand for themselves', () => {
    const pageOf = (target: string | null) => target ?? 'teams';
    const settings = [open(null, 'Team core'), open('web', 'Access for user ann')];
    const [first, second] = toDosOf({ ...nothing, settings }, null, pageOf);
    expect(first).toMatchObject({ kind: 'setting', repositories: [], pages: ['teams'] });
    expect(whereText(first ?? { repositories: ['x'] })).toBe('Organization');
    expect(second).toMatchObject({ repositories: ['web'], pages: ['web/settings/access'] });
  });
});

it('counts the settings to set up by hand as one thing for all repositories', () => {
  const byHand = new Map([
    ['web', 2],
    ['api', 1],
  ]);
  expect(toDosOf({ ...nothing, byHand }, null)).toEqual([
    expect.objectContaining({ repositories: ['web', 'api'], text: '3 settings to set up by hand' }),
  ]);
});

it('finds what is left to do in one repository', () => {
  const left: LeftToDo = {
    warned: [
      { ...web, warnings: [images] },
      { source: 'api', target: 'api', warnings: [images] },
    ],
    settings: [open(null, 'Team core'), open('web', 'Deploy key ci'), open('api', 'Webhook x')],
    byHand: new Map([
      ['web', 2],
      ['api', 1],
    ]),
  };
  expect(toDosOfOne(left, 'web').map(({ text }) => text)).toEqual([
    images,
    'Deploy key ci: not in the organization',
    '2 settings to set up by hand',
  ]);
});
