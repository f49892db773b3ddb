import { expect, it } from 'vitest';
import { losesSameSecond } from '../../../src/core/calibration/trial/importer-trial.ts';
import { trialResults } from '../../../src/core/calibration/trial/trial-results.ts';

const pulls = [
  { number: 1, title: 'Drafts stay drafts', key: 'draft' },
  { number: 12, title: 'Comments of one second are all there', key: 'same-second' },
];

it('gives each pull request of a trial the defects that name it, and the repository the others', () => {
  const results = trialResults(pulls, [
    { name: 'comment 7 of #12', message: 'is missing' },
    { name: '#12', message: 'has another title' },
    { name: 'main', message: 'is elsewhere' },
  ]);
  expect(results.map(({ probe, verdict, seen }) => [probe, verdict, seen])).toEqual([
    ['draft', 'as-expected', 'it was imported completely'],
    ['same-second', 'other', 'comment 7 of #12 is missing and 1 more'],
    ['repository', 'other', 'main is elsewhere'],
  ]);
  expect(losesSameSecond({ results: [...results] })).toBe(true);
});

it('says of no importer that it loses comments before one was tried', () => {
  expect(losesSameSecond(null)).toBe(false);
  expect(losesSameSecond({ results: [...trialResults(pulls, [])] })).toBe(false);
});
