import { type ErrorCode, hasCode } from '../../kernel/errors.ts';
import type { PutOutcome, SecretTarget } from '../../ports/secret-target.ts';
import type { JournalEntry, SecretJournal } from './journal.ts';

/** Failures of one place or one secret; any other ends the run, which can be started again. */
export const placeErrors = [
  'not-found',
  'refused',
  'permission',
  'bad-answer',
] as const satisfies readonly ErrorCode[];

/**
 * Sends one secret once, and records in the journal what that means for it.
 * @throws `ambiguous-write` if the answer was lost: the journal then keeps the intent
 */
export async function putSecret(
  { target, journal }: { target: SecretTarget; journal: SecretJournal },
  what: JournalEntry['what'],
  request: Parameters<SecretTarget['put']>[0],
): Promise<PutOutcome['kind']> {
  const { place, name } = request;
  await journal.intend(place, name, what);
  try {
    const { kind, at } = await target.put(request);
    if (kind === 'outdated') await journal.withdraw(place, name);
    else await journal.wrote(place, name, at);
    return kind;
  } catch (thrown) {
    // The host refused it: a secret of this name that appears now is somebody else's.
    if (hasCode(thrown, ...placeErrors)) await journal.withdraw(place, name);
    throw thrown;
  }
}
