import type { Clock } from '../../kernel/clock.ts';
import type { Progress } from '../../ports/records/events.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { TargetLimits } from '../../ports/target-host.ts';
import { storedBytes } from '../mirror/refs.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import type { RefToPush } from './push-batches.ts';
import { type OnWait, PushLimiter } from './push-limiter.ts';
import type { PushResult, PushRun } from './push-run.ts';

/** Describes what every operation needs that pushes. */
export interface PushTarget extends MirrorOptions {
  readonly access: GitAccess;
  readonly limits: TargetLimits;
  readonly clock: Clock;
  /** One for all that pushes to the same repository; without it only the pushes of this operation are counted. */
  readonly pace?: PushLimiter;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called with the number of refs that the target takes before a push that it refused is divided; may throw to end it. */
  readonly onDivided?: ((refs: number) => void) | undefined;
  /** Called before each push, with what it gives each ref: of a long history that may be an earlier commit. */
  readonly onPush?: ((batch: readonly RefToPush[]) => Promise<void>) | undefined;
  /** Without effect where `pace` is given, which has its own. */
  readonly onWait?: OnWait;
}

/** Estimates from a packed mirror are a little low: git packs again what it sends. */
const margin = 0.85;

/** Opens the target for the work of one operation, and closes it again. */
export async function withPushRun<T>(
  options: PushTarget & Pick<PushRun, 'expected' | 'fromView'> & { onTarget: Iterable<string> },
  work: (run: PushRun) => Promise<T>,
): Promise<T> {
  const { git, directory, limits, clock, signal, onProgress, onWait, onDivided, onPush } = options;
  const maxBytes = Math.floor(limits.maxPushBytes * margin);
  const stored = await storedBytes(directory);
  const access = await git.open(options.access);
  const run: PushRun = {
    context: { git, access, directory, signal, onProgress },
    target: options.access,
    expected: options.expected,
    unsure: new Map(),
    results: new Map<string, PushResult>(),
    maxBytes,
    pace: options.pace ?? new PushLimiter(clock, limits.pushesPerMinute, onWait),
    measured: stored > maxBytes,
    // Hosts also hang up without a message on what is too large for them.
    mayBeTooLarge: stored > maxBytes / 4,
    mostRefs: limits.refsPerPush,
    onDivided,
    onPush,
    onTarget: [...options.onTarget],
    pushes: 0,
    lonelyTroubles: [],
    fromView: options.fromView,
  };
  try {
    return await work(run);
  } finally {
    await access.close();
  }
}
