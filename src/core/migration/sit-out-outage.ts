import { interrupted, MigratorError, toMigratorError } from '../errors.ts';
import { formatDuration } from '../report/format.ts';
import type { MigrationContext } from './migration-context.ts';

/** Milliseconds between two looks; the last is repeated. */
const pauses = [5000, 10_000, 20_000, 40_000, 60_000];

type Hosts = Pick<
  MigrationContext,
  'source' | 'target' | 'plan' | 'clock' | 'waitingClock' | 'reportWait' | 'outageMilliseconds'
>;

/**
 * When something was not available: finds out whether that host answers at all, and if not waits, telling it, until it does.
 * @returns `answers` if both hosts answer at once, so that the failure is the repository's own; `over` if one did not
 * and does again
 * @throws `unavailable`, fatal, when it has not answered for too long; `interrupted`
 */
export async function sitOutOutage(options: {
  context: Hosts;
  /** What the repository failed with. */
  error: MigratorError;
  signal: AbortSignal;
}): Promise<'answers' | 'over'> {
  const { context, signal } = options;
  const { clock, waitingClock, reportWait, outageMilliseconds } = context;
  const startedAt = clock.now();
  for (let look = 0; ; look += 1) {
    const silent = await findSilent(context, signal);
    if (silent === null) return look === 0 ? 'answers' : 'over';
    const left = startedAt + outageMilliseconds - clock.now();
    if (left <= 0) throw goneForLong(silent, clock.now() - startedAt, options.error);
    const pause = Math.min(left, pauses[look] ?? pauses.at(-1) ?? left);
    const until = clock.now() + pause;
    reportWait({ until, reason: 'it does not answer; then it is looked for again', host: silent });
    await waitingClock.sleep(pause, signal).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : interrupted({ cause });
    });
  }
}

/** The host that gives no answer, of whatever kind; `null` if both do. */
async function findSilent(
  { source, target, plan }: Hosts,
  signal: AbortSignal,
): Promise<string | null> {
  const { workspace } = plan.source;
  const asked = [
    { host: source.hostname, ask: () => source.verifyCredentials({ workspace, signal }) },
    { host: target.hostname, ask: () => target.verifyCredentials({ signal }) },
  ];
  for (const { host, ask } of asked) {
    try {
      await ask();
    } catch (thrown) {
      const error = toMigratorError(thrown);
      if (error.code === 'interrupted' || signal.aborted) throw error;
      if (error.code === 'unavailable') return host;
    }
  }
  return null;
}

function goneForLong(host: string, milliseconds: number, cause: MigratorError): MigratorError {
  return new MigratorError(
    'unavailable',
    `${host} has not answered for ${formatDuration(milliseconds)}`,
    {
      hint: 'Nothing is lost: resume when the network or the host is back. network.outage_seconds says how long to wait for it.',
      detail: cause.message,
      retry: 'fatal',
      cause,
    },
  );
}
