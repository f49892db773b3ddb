import { expect, it } from 'vitest';
import { toDosOf, withEarlier } from '../../../../src/core/report/run/to-dos.ts';
import { at } from '../events.ts';

const images =
  '2 images in pull requests could not be migrated: links point to Bitbucket (#7, #18)';
const key = '1 setting needs attention (Deploy key ci: the key is already in use)';
const web = { source: 'web', target: 'shop' };
const warning = (repository: string, message: string) =>
  at({ type: 'repository-warning', repository, message });

it('keeps what an earlier run left to do once, and judges settings by this run', () => {
  const now = [{ ...web, warnings: [images], endedEarlier: false }];
  const earlier = [warning('web', images), warning('web', key), warning('other', images)];
  const toDos = toDosOf(withEarlier(now, earlier, { repositories: [web] }), null);
  expect(toDos.map(({ repositories, text }) => [repositories, text])).toEqual([[['web'], images]]);
  const left = toDosOf(withEarlier([], earlier, { repositories: [web] }), null);
  expect(left.map(({ text }) => text)).toEqual([images]);
});
