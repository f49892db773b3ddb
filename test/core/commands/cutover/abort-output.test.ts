import { expect, it } from 'vitest';
import { abortCheckLines } from '../../../../src/core/commands/cutover/abort-output.ts';

const run = {
  migration: { id: 'mig_1' },
  plan: { source: { workspace: 'acme' }, target: { organization: 'acme-gh' } },
} as Parameters<typeof abortCheckLines>[1];
const none = { lockedClosed: 0, opening: 0, opened: 0 };
const linesOf = (targets: Partial<typeof none>) =>
  abortCheckLines({ ...none, ...targets }, run, { color: false });

it('an abort says before it asks how many it unlocks, and how many stay open', () => {
  expect(linesOf({ lockedClosed: 8, opened: 2 })).toEqual([
    'Abort the cut-over of acme to acme-gh (mig_1)',
    '8 Bitbucket repositories will be unlocked: people can push again.',
    '2 GitHub repositories are open and stay open; their Bitbucket repositories stay locked.',
  ]);
});

it('an abort says that one which was being opened may stay locked', () => {
  expect(linesOf({ lockedClosed: 1, opening: 1, opened: 1 }).slice(1)).toEqual([
    '1 Bitbucket repository will be unlocked: people can push again.',
    '1 GitHub repository was being opened. If it is open, its Bitbucket repository stays locked.',
    '1 GitHub repository is open and stays open; its Bitbucket repository stays locked.',
  ]);
});

it('an abort says that there is nothing to unlock', () => {
  expect(linesOf({})[1]).toBe('No Bitbucket repository is locked by this migration.');
});
