import { count, namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { storedChoice } from '../../replica/context/stored-plan.ts';
import type { Resumed } from '../../run/preflight/apply-choice.ts';
import type { UnmappedPeople } from '../../run/preflight/migrate-request.ts';
import { findUnmapped } from '../../users/unmapped.ts';

/** So many of them are named. */
const named = 5;

/** Finds people whose links the next user map takes out of pull requests on the target; `null`: nobody's. */
export function unmappedPeople({ known, chosen, names }: Resumed): UnmappedPeople | null {
  if (names.repositories.size === 0) return null;
  const { users: before } = storedChoice(known);
  const people = before === null ? [] : findUnmapped(before, chosen.users);
  return people.length === 0 ? null : { people, pullRequests: names.pullRequests };
}

/** One sentence without a full stop, safe for the terminal. Pure. */
export function unmappedText({ people, pullRequests }: UnmappedPeople): string {
  const who = `${count(people.length, 'person', 'people')} (${namesText(people.map(safe), named)})`;
  const where = `up to ${count(pullRequests, 'pull request')}`;
  return `The new user map no longer maps ${who}: ${where} would lose links to them`;
}
