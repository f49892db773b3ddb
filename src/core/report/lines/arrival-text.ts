import type { Arrival, Change } from '../../forecast/facts.ts';

/** Says how many pull requests stay as they are: at least, where some may have lost their commits. Pure. */
export function unchangedText({ asTheyAre, changed }: Arrival): string {
  const isLeast = changed.some(({ why }) => why === 'head-perhaps-gone');
  return `${isLeast ? 'at least ' : ''}${asTheyAre.toLocaleString('en-US')}`;
}

const changes: Readonly<Record<Change, string>> = {
  'open-from-fork': 'open, from a fork: moved to a branch migrator/pr-N',
  superseded: 'superseded: closed with a note',
  'head-perhaps-gone': 'may have lost their commits: if so, closed and kept as text',
};

/** Says how many pull requests change on their way, and how. Pure. */
export function changeText({ count: many, why }: Arrival['changed'][number]): string {
  return `${many.toLocaleString('en-US')} ${changes[why]}`;
}
