import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { formatDuration } from '../../kernel/format/format.ts';
import { startDeadline } from '../../network/http/deadline.ts';
import { plannedReads } from '../../plan/read-plan.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { MigrationContext } from '../../replica/context/migration-context.ts';
import { sleepUntilAborted } from '../../work/pausing/waiting.ts';

/** Milliseconds between two looks; the last is repeated. */
const pauses = [5000, 10_000, 20_000, 40_000, 60_000];

type Hosts = Pick<
  MigrationContext,
  | 'source'
  | 'target'
  | 'owner'
  | 'plan'
  | 'clock'
  | 'waitingClock'
  | 'reportWait'
  | 'outageMilliseconds'
>;

/** Describes what was begun, and could not be ended because something was not available. */
interface Failed {
  readonly context: Hosts;
  /** The repository, by its slug. */
  readonly repository: string;
  readonly error: MigratorError;
  /** Asks a Git address for its refs, once. */
  readonly listRefs: (access: GitAccess, signal: AbortSignal) => Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * When something was not available: finds out whether the hosts answer at all, and if one does not, waits, telling it, until it
 * does. A host has two addresses, and of each Git address other repositories are asked for: one that answers for them is
 * there, and the failure is the repository's own. The time counts from the first request that got no answer, and what is asked
 * meanwhile is part of it.
 * @returns `answers` if all addresses answer at once; `over` if one did not and does again
 * @throws `unavailable`, fatal, when it has not answered for too long; `interrupted`
 */
export async function waitForHosts(failed: Failed): Promise<'answers' | 'over'> {
  const { context, signal } = failed;
  const { clock, waitingClock, reportWait, outageMilliseconds } = context;
  const startedAt = failed.error.silentSince ?? clock.now();
  for (let look = 0; ; look += 1) {
    const silent = await findSilentWithin(failed, startedAt + outageMilliseconds - clock.now());
    if (silent === null) return look === 0 ? 'answers' : 'over';
    const left = startedAt + outageMilliseconds - clock.now();
    if (left <= 0) throw silentForTooLong(silent, clock.now() - startedAt, failed.error);
    const pause = Math.min(left, pauses[look] ?? pauses.at(-1) ?? left);
    const until = clock.now() + pause;
    reportWait({ until, reason: 'it does not respond; checking again then', host: silent });
    await sleepUntilAborted({ waitingClock, signal }, pause);
  }
}

/** So many milliseconds the hosts get for a look at least. */
const shortestLook = 2000;

/** Finds silent hosts: one that has not responded when the time is up is silent. */
async function findSilentWithin(failed: Failed, milliseconds: number): Promise<string | null> {
  const { signal, context } = failed;
  // Without a limit to be kept, a single look takes the time that it takes.
  const isLimited = context.outageMilliseconds !== 0;
  const time = isLimited ? Math.max(shortestLook, milliseconds) : Number.POSITIVE_INFINITY;
  using deadline = startDeadline(time, signal);
  const asked = { host: context.source.hostname };
  try {
    return await findSilent({ ...failed, signal: deadline.signal }, asked);
  } catch (thrown) {
    if (!deadline.hasPassed || signal.aborted) throw thrown;
    return asked.host;
  }
}

/** The host that gives no answer, of whatever kind; `null` if all addresses do. */
async function findSilent(failed: Failed, now: { host: string }): Promise<string | null> {
  const { context, signal } = failed;
  const { source, target, plan } = context;
  const read = { ...plannedReads(plan), signal };
  const asked = [
    { host: source.hostname, ask: () => source.verifyCredentials(read) },
    { host: target.hostname, ask: () => target.verifyCredentials({ signal }) },
  ];
  for (const { host, ask } of asked) {
    now.host = host;
    if (await isSilent(ask, signal)) return host;
  }
  for (const addresses of gitAddresses(failed)) {
    const host = await findSilentGit(failed, addresses, now);
    if (host !== null) return host;
  }
  return null;
}

/** So many other repositories are asked for, from all over the plan: one or two may be out of order as well. */
const mostAsked = 3;

/** Of other repositories, on the source and on the target. One that is not there is an answer, too. */
function gitAddresses({ context, repository }: Failed): readonly (readonly GitAccess[])[] {
  const { source, target, plan, owner } = context;
  const others = spread(plan.repositories.filter((one) => one.source !== repository));
  const { workspace } = plan.source;
  return [
    others.map((one) => source.gitAccess({ workspace, slug: one.source })),
    others.map((one) => target.gitAccess({ owner: owner.login, name: one.target })),
  ];
}

function spread<T>(all: readonly T[]): readonly T[] {
  const step = Math.max(1, (all.length - 1) / (mostAsked - 1));
  return all.filter((_, index) => index === Math.round(Math.round(index / step) * step));
}

/** Where there is no other repository to ask for, nothing can be concluded. */
async function findSilentGit(
  { listRefs, signal }: Failed,
  addresses: readonly GitAccess[],
  now: { host: string },
): Promise<string | null> {
  let host: string | null = null;
  for (const access of addresses) {
    now.host = new URL(access.url).host;
    if (!(await isSilent(() => listRefs(access, signal), signal))) return null;
    host = now.host;
  }
  return host;
}

async function isSilent(ask: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  try {
    await ask();
    return false;
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (error.code === 'interrupted' || signal.aborted) throw error;
    return error.code === 'unavailable';
  }
}

function silentForTooLong(host: string, milliseconds: number, cause: MigratorError): MigratorError {
  return new MigratorError(
    'unavailable',
    `${host} has not responded for ${formatDuration(milliseconds)}`,
    {
      hint: 'Nothing is lost: resume when the network or the host is available again. network.outage_seconds sets how long to wait.',
      detail: cause.message,
      retry: 'fatal',
      cause,
    },
  );
}
