import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import { type Waiting, waitUntilVisible } from '../../../journal/wait-until-visible.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { CreatedKind, CreatedObject } from '../../../ports/records/migration.ts';
import type { WritingContext } from '../pull-request-context.ts';

/** What was made: its identity on the target, and its page. */
export interface Made {
  readonly targetId: string;
  readonly targetUrl: string;
}

/** What writing once needs. */
export interface OnceContext extends Pick<WritingContext, 'enteredAt' | 'stopIfDraining'> {
  readonly repository: Waiting & {
    readonly records: Pick<RepositoryRecords, 'recordIntent' | 'recordResult' | 'forgetIntent'>;
    readonly target: { readonly hostname: string };
    readonly targetFullName: string;
  };
}

/** After so many lost answers in a row the target is taken to be unavailable. */
const maxAttempts = 3;

/**
 * Makes something once: the intent is durable before the request is sent, and where its answer was lost, now or by an
 * earlier run, the target is asked for what bears the marker, after the settle time.
 * @param options.make `null`: the target refused it for a reason that the caller handles; nothing was made
 * @throws MigratorError; a refusal leaves no intent behind
 */
export async function writeOnce(options: {
  context: OnceContext;
  /** Plural, for messages. */
  what?: string;
  kind: CreatedKind;
  sourceId: string;
  known: CreatedObject | undefined;
  /** Whether its intent is in the state already with `data`, though nothing was sent yet. */
  isIntended?: boolean;
  /** What the state keeps with it, from before the request: it says what was sent, whatever becomes of the answer. */
  data?: string;
  make: () => Promise<Made | null>;
  /** Looks through all that an earlier request may have made. */
  find: () => Promise<Made | null>;
}): Promise<Made | null> {
  const { context, kind, sourceId, known } = options;
  const { records } = context.repository;
  if (known !== undefined && known.targetId !== null) {
    return { targetId: known.targetId, targetUrl: known.targetUrl ?? '' };
  }
  const kept = options.data === undefined ? {} : { data: options.data };
  let lostAt = known === undefined ? null : context.enteredAt;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (lostAt !== null) {
      await waitUntilVisible(context.repository, lostAt);
      const found = await options.find();
      if (found !== null) {
        // What an earlier run has sent says its intent.
        const wasSent = attempt > 1 || known?.data == null;
        await records.recordResult(kind, sourceId, { ...found, ...(wasSent && kept) });
        return found;
      }
    }
    context.stopIfDraining();
    await intend(options, attempt);
    const result = await attemptOnce(options);
    lostAt = context.repository.clock.now();
    if (result === 'lost') continue;
    if (result === null) return null;
    await records.recordResult(kind, sourceId, { ...result, ...kept });
    return result;
  }
  throw noAnswer(context, options.what);
}

async function intend(options: Parameters<typeof writeOnce>[0], attempt: number): Promise<void> {
  const { context, kind, sourceId, data, isIntended = false } = options;
  const { records } = context.repository;
  if (attempt > 1 || !isIntended) await records.recordIntent(kind, sourceId, data);
}

/** After a refusal the intent is forgotten: nothing was made, since what an earlier request made would have been found. */
async function attemptOnce(
  options: Parameters<typeof writeOnce>[0],
): Promise<Made | null | 'lost'> {
  const { context, kind, sourceId, make } = options;
  const { signal, records } = context.repository;
  try {
    const made = await make();
    if (made === null) await records.forgetIntent(kind, sourceId);
    return made;
  } catch (error) {
    if (!(error instanceof MigratorError)) throw error;
    if (error.code === 'ambiguous-write') return 'lost';
    // One that was broken off may have arrived; anything else the target has refused, or never got.
    const isBrokenOff = signal.aborted || error.code === 'interrupted';
    if (!isBrokenOff) await records.forgetIntent(kind, sourceId);
    throw error;
  }
}

export function noAnswer(
  { repository }: Pick<OnceContext, 'repository'>,
  what = 'Pull requests',
): MigratorError {
  const { target, targetFullName } = repository;
  const name = targetFullName;
  return new MigratorError(
    'unavailable',
    `${what} of ${name} could not be written: ${target.hostname} did not respond`,
    { hint: 'Resume when the host responds again.', retry: 'yes' },
  );
}
