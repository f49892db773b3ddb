import { expect, it } from 'vitest';
import { outcomeOf } from '../../../../src/core/settings/applying/setting-outcome.ts';
import { isLeftOpen, openNote } from '../../../../src/core/settings/kinds/left-open.ts';

const team = { kind: 'team', name: 'core' };

it.each([
  ['created', false, ''],
  ['created. Added: ann-1, bob', false, ''],
  ['added: ann', false, ''],
  [
    'created. Added: ann. Missing, without a known login: Bob',
    true,
    'Missing, without a known login: Bob',
  ],
  [
    'Not in the organization: bob; --invite would take 1 seat',
    true,
    'Not in the organization: bob; --invite would take 1 seat',
  ],
])('of a team with the note "%s" is %s', (note, isOpen, left) => {
  const outcome = outcomeOf(team, { state: 'written', note });
  expect(isLeftOpen(outcome)).toBe(isOpen);
  if (isOpen) expect(openNote(outcome)).toBe(left);
});

it('finds a setting open that GitHub refused, that waits, or that allows more', () => {
  const key = { kind: 'deploy-key', name: 'ci' };
  expect(isLeftOpen(outcomeOf(key, { state: 'refused' }))).toBe(true);
  expect(isLeftOpen(outcomeOf(key, { state: 'waiting', note: 'x' }))).toBe(true);
  expect(isLeftOpen(outcomeOf(key, { state: 'kept', differs: 'looser', note: 'x' }))).toBe(true);
  expect(isLeftOpen(outcomeOf(key, { state: 'kept', differs: 'stricter', note: 'x' }))).toBe(false);
  expect(openNote(outcomeOf(key, { state: 'refused' }))).toBe('refused');
});
