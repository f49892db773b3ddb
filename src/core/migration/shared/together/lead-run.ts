import { MigratorError } from '../../../kernel/errors.ts';
import { safe } from '../../../kernel/format/terminal-text.ts';
import type { Dispatcher } from '../../../ports/state/dispatcher.ts';
import type { SavedResult } from '../../../ports/state/shared-run.ts';
import { findLost } from '../../../work/find-lost.ts';
import { nothingDecided } from '../../../work/shared-queue.ts';
import { shareRun } from '../share-run.ts';
import { type Task, takeTurns } from './take-turns.ts';
import type { EachTogether, Together } from './together.ts';

/** Shares a run, works on it, and gathers what all processes hand over. */
export function leadRun<Result>(
  together: Together,
  job: EachTogether<Result>,
): Promise<readonly Result[]> {
  const { services, migration, run } = together;
  const tasks = job.repositories.map(({ source, wave, decided = nothingDecided }) => ({
    ...{ migration, source, task: run.task, run: run.id, decided },
    wave: wave === undefined ? null : String(wave),
  }));
  const { repositories, signal } = job;
  const shared = { repositories, signal, clock: services.clock, tasks, onFailure: 'end' } as const;
  return shareRun({ ...together, ...shared }, async ({ dispatcher, othersEnd }) => {
    const result = await gather(together, { ...job, dispatcher, tasks });
    await othersEnd();
    return { result, left: false };
  });
}

/** Results at a time. */
const most = 100;

async function gather<Result>(
  { services, sharing, migration, run }: Together,
  job: EachTogether<Result> & { readonly dispatcher: Dispatcher; readonly tasks: readonly Task[] },
): Promise<readonly Result[]> {
  const { dispatcher, tasks, signal } = job;
  const { runs } = sharing;
  const of = { migration, run: run.id };
  const open = new Map(tasks.map((task) => [task.source, task]));
  const results = new Map<string, Result>();
  const over = new AbortController();
  const endIfDone = () => {
    if (open.size === 0) over.abort();
  };
  function take(source: string, result: Result): void {
    if (!open.delete(source)) return;
    results.set(source, result);
    job.onResult(result);
    endIfDone();
  }
  async function look(): Promise<void> {
    const saved = await runs.listResults(of, most);
    for (const one of saved) if (open.has(one.source)) take(one.source, parse(job, one));
    if (saved.length === 0) return;
    await runs.dropResults(
      of,
      saved.map(({ source }) => source),
    );
    if (saved.length === most) await look();
  }
  endIfDone();
  await takeTurns({
    ...{ services, runs, dispatcher, migration, run, signal, over: over.signal },
    ...{ waves: null, concurrency: Math.min(job.concurrency, tasks.length) },
    hasEnded: async (source) => !open.has(source),
    async work({ source, claim, signal: stop, failing }) {
      const result = await job.work({ source, writer: claim, signal: stop, failing });
      // Without the claim it would be another process's.
      await claim.saveResult(null);
      take(source, result);
    },
    onIdle: findLost({ runs, migration, open, now: services.clock.now }),
    everySecond: look,
  });
  return job.repositories.flatMap(({ source }) => results.get(source) ?? []);
}

/** @throws `state` for what is no result of this program: another version may have written it */
function parse<Result>(
  { schema, what }: Pick<EachTogether<Result>, 'schema' | 'what'>,
  { source, text }: SavedResult,
): Result {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new MigratorError(
      'state',
      `Cannot read ${what} of ${safe(source)} from another process`,
      {
        hint: 'Install one version of the program on all machines, then run the command again.',
        retry: 'fatal',
        cause,
      },
    );
  }
}
