import { hash } from 'node:crypto';
import type * as z from 'zod';
import { MigratorError } from '../../kernel/errors.ts';
import type { Log } from '../../network/http/http-request.ts';
import { field, oneLine } from '../../network/response/response.ts';
import type { SourcePullRequest } from '../../ports/records/pull-request.ts';

/** Describes what the rows of a list are, for messages. */
export interface RowKind {
  readonly host: string;
  /** `pull request` */
  readonly what: string;
  /** `acme/web` */
  readonly of: string;
}

/** @throws `bad-answer` naming the row: leaving it out would lose it silently */
export function parseResponse<T extends z.ZodType>(
  schema: T,
  row: unknown,
  { kind, position }: { kind: RowKind; position: number },
): z.infer<T> {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => issue.path.join('.'));
  throw notUnderstoodRow(row, { kind, position, wrong });
}

/** @param options.position in the list, from 1 on: names a row without an id */
export function notUnderstoodRow(
  row: unknown,
  options: { kind: RowKind; position: number; wrong: readonly string[] },
): MigratorError {
  const { kind, position, wrong } = options;
  const id = field(row, 'id');
  const isNamed = typeof id === 'number' || (typeof id === 'string' && id !== '');
  const name = isNamed
    ? `${kind.what} ${oneLine(String(id), 60)}`
    : `item ${position} of the ${kind.what} list`;
  const fields = [...new Set(wrong.filter((one) => one !== ''))].slice(0, 5).join(', ');
  return new MigratorError(
    'bad-answer',
    `${kind.host} sent unexpected data for ${name} of ${kind.of}${fields === '' ? '' : ` (${fields})`}`,
    {
      hint: 'migrator stops here rather than lose it. Run the command again with -vvv --log-file <file>, and report the log.',
    },
  );
}

/** @param stateOf `null` for an unknown state */
export function warnOfUnknownState(
  row: unknown,
  { number, state, webUrl }: SourcePullRequest,
  { log, stateOf }: { log: Log; stateOf: (word: string) => unknown },
): void {
  const word = field(row, 'state');
  if (typeof word === 'string' && stateOf(word) !== null) return;
  log('warn', `Pull request ${number} has an unknown state; treated as ${state}`, {
    state: word,
    webUrl,
  });
}

/** Sorts by time of creation; rows of one moment stay as they came. */
export function oldestFirst<T extends { readonly createdAt: string }>(
  items: readonly T[],
): readonly T[] {
  return items.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/**
 * Different for every other pull request, and as soon as one changes.
 * @param counts what else the host counts and numbers: comments, tasks, versions
 */
export function revisionOf(
  { source, destination, ...row }: Omit<SourcePullRequest, 'revision'>,
  counts: readonly unknown[],
): string {
  const { participants, reviewers, webUrl, ...own } = row;
  const people = [
    ...reviewers.map(({ id }) => id),
    ...participants.map(({ person, role, verdict }) => [person?.id, role, verdict]),
  ];
  // Where the destination is moves with every other merge.
  const branches = [source.branch, source.commit, destination.branch];
  return hash('sha256', JSON.stringify([own, branches, people, counts]));
}
