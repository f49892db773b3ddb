import { hasCode, MigratorError } from '../kernel/errors.ts';
import type { CreatedKind, CreatedObject } from '../ports/records/migration.ts';
import type { RepositoryRecords } from './repository-records.ts';
import { type Waiting, waitUntilVisible } from './wait-until-visible.ts';

/** Something that was created: its id on the host, and its page. */
export interface Created {
  readonly targetId: string;
  readonly targetUrl: string;
}

/** Where intents and results of one repository are kept, and how a lost response is waited for. */
export interface Journal extends Waiting {
  readonly records: Pick<RepositoryRecords, 'recordIntents' | 'recordResult' | 'forgetIntent'>;
  /** The host that is written to. */
  readonly target: { readonly hostname: string };
  /** When this run began with the repository, in milliseconds since 1970: an earlier run sends nothing after it. */
  readonly enteredAt: number;
  /** Left out where what was begun is finished. @throws `interrupted` where the run is to end */
  readonly stopIfDraining?: () => void;
}

/** One thing that is created on a host. */
export interface Effect {
  readonly kind: CreatedKind;
  /** Unique within repository and kind. */
  readonly id: string;
  /** Its row in the state; `undefined`: there is none. */
  readonly known: CreatedObject | undefined;
  /** Kept with it from before the request: it says what was sent, whatever becomes of the response. */
  readonly data?: string;
  /** Other ids that the same request creates, with their data. */
  readonly along?: () => ReadonlyMap<string, string>;
  /** Asked before the first request: its intent is in the state with `data`, though nothing was sent yet. */
  readonly isIntended?: () => boolean;
  /** Says what could not be done: `acme/web could not be created`. */
  readonly failure: string;
  /** @returns `null`: the host refused it for a reason that the caller handles; nothing was created */
  send(): Promise<Created | null>;
  /** Looks through all that an earlier request may have created. */
  find(): Promise<Created | null>;
}

/** The host said no: the request created nothing. */
const refusals = ['permission', 'credentials', 'refused', 'target-exists', 'not-found'] as const;

/** After so many lost responses in a row the host counts as unavailable. */
const maxAttempts = 3;

/**
 * Creates something once: the intent is durable before the request is sent, and where its response was lost, now or by an
 * earlier run, the host is asked for it after the settle time.
 * @throws MigratorError; a refusal leaves no intent behind, unless an earlier request may still have arrived
 */
export async function once(journal: Journal, effect: Effect): Promise<Created | null> {
  const { kind, id, known, data } = effect;
  if (known !== undefined && known.targetId !== null) {
    return { targetId: known.targetId, targetUrl: known.targetUrl ?? '' };
  }
  const kept = data === undefined ? {} : { data };
  let lostAt = known === undefined ? null : journal.enteredAt;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (lostAt !== null) {
      await waitUntilVisible(journal, lostAt);
      const found = await effect.find();
      if (found !== null) {
        // The intent says what an earlier run has sent.
        const wasSent = attempt > 1 || known?.data == null;
        await journal.records.recordResult(kind, id, { ...found, ...(wasSent && kept) });
        return found;
      }
    }
    journal.stopIfDraining?.();
    const created = await attemptOnce(journal, effect, {
      attempt,
      mayHaveArrived: lostAt !== null,
    });
    lostAt = journal.clock.now();
    if (created === 'lost') continue;
    if (created === null) return null;
    await journal.records.recordResult(kind, id, { ...created, ...kept });
    return created;
  }
  throw noResponse(journal, effect.failure);
}

async function attemptOnce(
  { records }: Journal,
  effect: Effect,
  { attempt, mayHaveArrived }: { attempt: number; mayHaveArrived: boolean },
): Promise<Created | null | 'lost'> {
  const { kind, id } = effect;
  const intended = new Map([
    ...(effect.data === undefined ? [] : [[id, effect.data] as const]),
    ...(effect.along?.() ?? []),
  ]);
  const ids = [...new Set([id, ...intended.keys()])];
  const forget = async () => {
    for (const one of ids) await records.forgetIntent(kind, one);
  };
  if (attempt > 1 || effect.isIntended?.() !== true)
    await records.recordIntents(kind, ids, intended);
  try {
    const created = await effect.send();
    if (created === null) await forget();
    return created;
  } catch (error) {
    if (hasCode(error, 'ambiguous-write')) return 'lost';
    // Anything else may have arrived: it was broken off, or answered by something that nobody understands.
    if (hasCode(error, ...refusals) && !mayHaveArrived) await forget();
    throw error;
  }
}

/** @param failure `acme/web could not be created` */
function noResponse({ target }: Pick<Journal, 'target'>, failure: string): MigratorError {
  return new MigratorError('unavailable', `${failure}: ${target.hostname} did not respond`, {
    hint: 'Resume when the host responds again.',
    retry: 'yes',
  });
}
