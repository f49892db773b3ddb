import type { SettingOutcome } from '../applying/setting-outcome.ts';
import { fallsShort } from './kinds.ts';

/**
 * Tells whether a setting is left to people: GitHub refused it, it waits for somebody, it allows more than the plan, or does
 * less. A team is where members are missing. Pure.
 */
export function isLeftOpen(outcome: SettingOutcome): boolean {
  const { kind, state, differs } = outcome;
  if (state === 'refused' || state === 'waiting' || differs === 'looser') return true;
  return kind === 'team' ? remaining(outcome) !== '' : fallsShort(outcome);
}

/** Says why, without what was done, and without the command that the fix names. Pure. */
export function openNote(outcome: SettingOutcome): string {
  const note = remaining(outcome).replace(/; then run `migrator settings[^`]*`/, '');
  return note === '' ? outcome.state : note;
}

/** Matches what was done to a team, which its note says first. */
const done = /^(created|added: [\w-]+(, [\w-]+)*)(\. |$)/i;

function remaining({ kind, note }: SettingOutcome): string {
  let left = note ?? '';
  while (kind === 'team' && done.test(left)) left = left.replace(done, '');
  return left;
}
