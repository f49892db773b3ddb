import { MigratorError } from '../../../kernel/errors.ts';
import type { CreatedKind, CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../pull-request-context.ts';

/** What was made: its identity on the target, and its page. */
export interface Made {
  readonly targetId: string;
  readonly targetUrl: string;
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
  context: PullRequestContext;
  kind: CreatedKind;
  sourceId: string;
  known: CreatedObject | undefined;
  /** Whether its intent is in the state already, though nothing was sent yet. */
  isIntended?: boolean;
  /** What the state keeps with it. */
  data?: string;
  make: () => Promise<Made | null>;
  /** Looks through all that an earlier request may have made. */
  find: () => Promise<Made | null>;
}): Promise<Made | null> {
  const { context, kind, sourceId, known } = options;
  const { writer, planned } = context.repository;
  if (known !== undefined && known.targetId !== null) {
    return { targetId: known.targetId, targetUrl: known.targetUrl ?? '' };
  }
  const kept = options.data === undefined ? {} : { data: options.data };
  let lostAt = known === undefined ? null : context.enteredAt;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (lostAt !== null) {
      await settle(context, lostAt);
      const found = await options.find();
      if (found !== null) {
        await writer.recordResult(planned.source, kind, sourceId, { ...found, ...kept });
        return found;
      }
    }
    context.stopIfDraining();
    const isIntended = attempt === 1 && options.isIntended === true;
    if (!isIntended) await writer.recordIntent(planned.source, kind, sourceId);
    const result = await attemptOnce(options);
    lostAt = context.repository.clock.now();
    if (result === 'lost') continue;
    if (result === null) return null;
    await writer.recordResult(planned.source, kind, sourceId, { ...result, ...kept });
    return result;
  }
  throw noAnswer(context);
}

/** After a refusal the intent is forgotten: nothing was made, since what an earlier request made would have been found. */
async function attemptOnce(
  options: Parameters<typeof writeOnce>[0],
): Promise<Made | null | 'lost'> {
  const { context, kind, sourceId, make } = options;
  const { writer, planned, signal } = context.repository;
  try {
    const made = await make();
    if (made === null) await writer.forgetIntent(planned.source, kind, sourceId);
    return made;
  } catch (error) {
    if (!(error instanceof MigratorError)) throw error;
    if (error.code === 'ambiguous-write') return 'lost';
    // One that was broken off may have arrived; anything else the target has refused, or never got.
    const isBrokenOff = signal.aborted || error.code === 'interrupted';
    if (!isBrokenOff) await writer.forgetIntent(planned.source, kind, sourceId);
    throw error;
  }
}

/**
 * Waits until whatever a request made can be seen everywhere.
 * @param lostAt milliseconds since 1970: when it was found that there is no answer. Not when the request was intended:
 * it may have waited long for the target's limits, and may have been carried out at any moment until then.
 */
export async function settle(
  { repository }: Pick<PullRequestContext, 'repository'>,
  lostAt: number,
): Promise<void> {
  const { clock, waitingClock, settleMilliseconds, signal, target } = repository;
  const settledAt = lostAt + settleMilliseconds;
  if (clock.now() >= settledAt) return;
  repository.reportWait({
    until: settledAt,
    reason: 'an answer was lost: waiting before looking for what it made',
    host: target.hostname,
  });
  await waitingClock.sleep(settledAt - clock.now(), signal);
}

export function noAnswer({ repository }: PullRequestContext): MigratorError {
  const { owner, planned, target } = repository;
  const name = `${owner.login}/${planned.target}`;
  return new MigratorError(
    'unavailable',
    `Pull requests of ${name} could not be written: ${target.hostname} gave no answer`,
    { hint: 'Resume when the host answers again.', retry: 'yes' },
  );
}
