import { toMigratorError } from '../../kernel/errors.ts';
import { type ActiveTime, startActiveTime } from '../../work/pausing/active-time.ts';
import type { RepositoryRun } from './repository-context.ts';

/**
 * Works on one repository within migration.timeout_seconds, and says below of which one all that is asked and waited for is.
 * @throws MigratorError of code `time-out` where the work is ended for it; else what the work throws
 */
export async function withinTime<T>(
  { context, planned, signal }: Pick<RepositoryRun, 'context' | 'planned' | 'signal'>,
  work: (activeTime: ActiveTime) => Promise<T>,
): Promise<T> {
  const { source } = planned;
  const activeTime = startActiveTime({
    clock: context.clock,
    milliseconds: context.options.timeoutMilliseconds,
    repository: source,
    signal,
    pauseGate: context.runController.pauseGate,
  });
  try {
    return await context.currentRepository.run({ source, activeTime }, () => work(activeTime));
  } catch (error) {
    throw activeTime.signal.aborted ? toMigratorError(activeTime.signal.reason) : error;
  } finally {
    activeTime.stop();
  }
}
