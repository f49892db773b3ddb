import { MigratorError } from '../kernel/errors.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { SavedResult, SharedRuns } from '../ports/state/shared-run.ts';

/** Reads the result of another process. */
export interface ResultFormat<Result> {
  /** @throws for what is no result of this program. A Zod schema does. */
  readonly schema: { parse(value: unknown): Result };
  /** For messages: `what was compared`. */
  readonly what: string;
}

interface TakeResults<Result> extends ResultFormat<Result> {
  readonly runs: Pick<SharedRuns, 'listResults' | 'dropResults'>;
  readonly of: Parameters<SharedRuns['listResults']>[0];
}

export interface TakenResult<Result> {
  readonly source: string;
  readonly result: Result;
}

/** Results at a time. */
const most = 100;

/**
 * Takes what other processes have handed over since the last call to the one that leads the run.
 * @throws `state` for what is no result of this program: another version may have written it
 */
export async function takeResults<Result>(
  job: TakeResults<Result>,
): Promise<readonly TakenResult<Result>[]> {
  const { runs, of } = job;
  const saved = await runs.listResults(of, most);
  if (saved.length === 0) return [];
  const results = saved.map((one) => ({ source: one.source, result: parse(job, one) }));
  await runs.dropResults(
    of,
    saved.map(({ source }) => source),
  );
  return saved.length < most ? results : [...results, ...(await takeResults(job))];
}

function parse<Result>(
  { schema, what }: ResultFormat<Result>,
  { source, text }: SavedResult,
): Result {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new MigratorError(
      'state',
      `Cannot read from another process: ${what} of ${safe(source)}`,
      {
        hint: 'Install the same version of the program on all machines, then run the command again.',
        retry: 'fatal',
        cause,
      },
    );
  }
}
