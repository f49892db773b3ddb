import { MigratorError } from '../../../kernel/errors.ts';
import { safe } from '../../../kernel/format/terminal-text.ts';
import type { TimedEvent } from '../../../ports/records/events.ts';
import { stateFolder } from '../../../state/state-folder.ts';
import type { CommandProgram } from '../../command-program.ts';
import type { OpenHosts } from '../../embedded-hosts/open.ts';
import { livingWorkers } from '../../worker/sign-of-life.ts';
import type { OwnProcess, StartSelf } from './own-process.ts';

/** Workers beside this process, of which the first that comes to a push is killed. */
export interface Processes extends AsyncDisposable {
  /** With the database that they share. */
  readonly environment: OpenHosts['environment'];
  /** The same program, whose events are watched for the repository that the killed worker left. */
  watched(program: CommandProgram): CommandProgram;
  /** Returns what became of the killed one. */
  summary(): string;
}

interface StartProcesses {
  readonly program: CommandProgram;
  readonly opened: OpenHosts;
  /** With this one. */
  readonly processes: number;
  readonly startSelf: StartSelf;
  readonly say: (line: string) => void;
}

/** Milliseconds between two looks for workers that have started. */
const startInterval = 100;
/** Milliseconds in which a worker ends in order. */
const endTimeout = 10_000;

/** @throws `missing-program` where PostgreSQL is not installed */
export async function startProcesses(options: StartProcesses): Promise<Processes> {
  const { program, opened, processes, startSelf, say } = options;
  const url = await opened.hosts.startDatabase();
  if (url === null) {
    throw new MigratorError('missing-program', 'Several processes need PostgreSQL', {
      hint: 'Install it (Debian and Ubuntu: postgresql; Homebrew: postgresql@17), or run the demo without --processes.',
    });
  }
  const environment = { ...opened.environment, MIGRATOR_DATABASE_URL: url };
  const workers = Array.from({ length: processes - 1 }, () =>
    startSelf(['worker', '--max', '1', '--json'], environment),
  );
  const close = async () => {
    await Promise.all(workers.map((worker) => end(worker, program)));
  };
  const killing = killOne(workers, say);
  try {
    await untilAlive(workers, { ...program, environment });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    environment,
    watched: (given) => ({
      ...given,
      openApp: (app) =>
        given.openApp({
          ...app,
          onEvent(event) {
            app.onEvent?.(event);
            killing.accept(event);
          },
        }),
    }),
    summary: () => `${processes} processes worked on the migration. ${killing.outcome()}`,
    [Symbol.asyncDispose]: close,
  };
}

/** Once all were seen at work, kills the first worker that comes to a push, in the middle of a repository. */
function killOne(workers: readonly OwnProcess[], say: (line: string) => void) {
  let killed: { readonly pid: number; readonly repository: string } | null = null;
  let wereSeen = false;
  let isDone = false;
  for (const worker of workers) {
    worker.onLine((line) => {
      const event = eventIn(line);
      if (!wereSeen || killed !== null || event?.type !== 'step-started' || event.step !== 'push')
        return;
      worker.kill('SIGKILL');
      const { pid } = worker;
      const { repository } = event;
      killed = { pid, repository };
      say(`killed   process ${pid}, in the middle of ${safe(repository)}`);
    });
  }
  return {
    accept(event: TimedEvent): void {
      if (event.type === 'processes') wereSeen ||= event.working > workers.length;
      if (event.type !== 'repository-finished' || event.repository !== killed?.repository) return;
      isDone = event.outcome === 'succeeded';
    },
    outcome(): string {
      if (killed === null)
        return 'No process was killed: the others finished before any worker started to push.';
      const end = isDone ? 'another took it over and finished it' : 'it is not finished';
      return `Process ${killed.pid} was killed in the middle of ${safe(killed.repository)}: ${end}.`;
    },
  };
}

/** `null` for the last line of a killed process, which may be cut off. */
function eventIn(line: string): TimedEvent | null {
  try {
    return JSON.parse(line) as TimedEvent;
  } catch {
    return null;
  }
}

async function untilAlive(workers: readonly OwnProcess[], program: CommandProgram): Promise<void> {
  const folder = stateFolder(program);
  let hasEnded = false;
  const onEnded = () => {
    hasEnded = true;
  };
  for (const { ended } of workers) ended.then(onEnded, onEnded);
  while (!program.drain.aborted) {
    const living = await livingWorkers(folder, program.isProcessAlive);
    if (workers.every(({ pid }) => living.includes(pid))) return;
    if (hasEnded) {
      throw new MigratorError('unexpected', 'A demo worker exited right after it started');
    }
    await program.clock.sleep(startInterval, program.drain).catch(() => {});
  }
}

async function end(worker: OwnProcess, { clock }: CommandProgram): Promise<void> {
  const ended = new AbortController();
  worker.kill('SIGTERM');
  const kill = clock.sleep(endTimeout, ended.signal).then(
    () => worker.kill('SIGKILL'),
    () => {},
  );
  await worker.ended;
  ended.abort();
  await kill;
}
