import type { OpenAppOptions } from '../commands/command-program.ts';
import type { Config } from '../config/config-schema.ts';
import type { Log } from '../network/http/http-request.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import { followRun } from '../report/run/taskbar.ts';
import type { RunController } from '../work/pausing/run-controller.ts';
import type { CommandOutput } from './command-output.ts';
import type { OpenedHttp } from './open-http.ts';
import { openMetrics } from './open-metrics.ts';
import { type Notices, openNotices, withoutNotices } from './open-notices.ts';

/**
 * Lets others watch the run of a command that has one: by its metrics and by notices.
 * @throws `usage` or `configuration` for an address that cannot be used
 */
export async function watchRun(
  { flags, watchedRun: run, endsQuietly: isQuiet = false }: OpenAppOptions,
  { say }: CommandOutput,
  parts: Pick<OpenedHttp, 'budgets' | 'requests' | 'retries' | 'services'> &
    Pick<Parameters<typeof openMetrics>[0], 'program' | 'variables' | 'onClose'> & {
      readonly config: Config;
      readonly runController: RunController;
      readonly log: Log;
      /** Gets who wants every event. */
      readonly observers: ((event: TimedEvent) => void)[];
    },
): Promise<Notices> {
  if (run === undefined) return withoutNotices;
  const { program, log, observers, services, requests, retries, onClose } = parts;
  const { taskbar = null } = program;
  if (taskbar !== null && !flags.json) {
    observers.push(followRun(run, taskbar));
    onClose(async () => taskbar.clear());
  }
  const common = { ...parts, run, warn: (message: string) => log('warn', message) };
  const notices = await openNotices({ ...common, network: services.network, isQuiet });
  observers.push(notices.accept);
  await openMetrics({
    ...common,
    address: flags.metricsAddress,
    budgets: parts.budgets.read,
    counts: { requests, retries },
    say: (line) => (flags.json ? program.stderr.write(`${line}\n`) : say(line)),
  });
  return notices;
}
