import { MigratorError } from '../../kernel/errors.ts';
import { foldLines, tableLines } from '../../kernel/fold-lines.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { slugFinder } from '../../plan/find-repository.ts';
import {
  type Migration,
  type RepositoryState,
  type StepState,
  stepNames,
} from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import {
  type PullRequestRecord,
  readRecord,
} from '../../replica/recorded/pull-requests/pull-request-record.ts';
import { failureLines } from '../../report/failure-lines.ts';
import { statusWord } from '../../report/status-words.ts';

interface PullRequestRow {
  readonly source: number;
  /** `null` while it is unknown whether it was created. */
  readonly target: number | null;
  readonly url: string | null;
  readonly record: PullRequestRecord | null;
}

/** One repository of a migration: its steps, and its pull requests with both numbers and their changes. */
export async function showRepository(options: {
  store: Store;
  migration: Migration;
  repository: string;
  json: boolean;
  /** Of the terminal. */
  columns: number | null;
}): Promise<string> {
  const { store, migration: stored, repository, json, columns } = options;
  const migration = stored.id;
  const all = await store.listRepositories(migration);
  // One repository may have the source name of another on the target.
  const found =
    all.find(({ source }) => source === repository) ??
    all.find(({ target }) => target === repository) ??
    all.find(({ source }) => source === slugOf(stored, repository));
  if (found === undefined) {
    const message = `Migration ${migration} has no repository ${safe(repository)}`;
    throw new MigratorError('state', message, {
      hint: `See them with: migrator status --migration ${migration}`,
    });
  }
  const steps = await store.listSteps(migration, found.source);
  const rows = await pullRequestRows(store, migration, found.source);
  if (json) return jsonText(found, steps, rows);
  return `${lines({ found, steps, rows, columns }).join('\n')}\n`;
}

/** The slug of a name on the source, by the plan; `null` without one or a readable plan. */
function slugOf(migration: Migration, text: string): string | null {
  try {
    const { repositories } = storedPlan(migration);
    const named = repositories.map(({ source, name }) => ({ slug: source, name }));
    return slugFinder(named, '--repository')(text);
  } catch (error) {
    // An unreadable plan does not hide the state.
    if (error instanceof MigratorError && error.code === 'state') return null;
    throw error;
  }
}

async function pullRequestRows(
  store: Store,
  migration: string,
  repository: string,
): Promise<readonly PullRequestRow[]> {
  const objects = await store.listObjects(migration, repository, 'pull-request');
  return objects
    .map((object) => ({
      source: Number(object.sourceId),
      target: object.targetId === null ? null : Number(object.targetId),
      url: object.targetUrl,
      record: readRecord(object),
    }))
    .sort((one, other) => one.source - other.source);
}

function jsonText(
  repository: RepositoryState,
  steps: readonly StepState[],
  rows: readonly PullRequestRow[],
): string {
  const pullRequests = rows.map(({ source, target, url, record }) => ({
    source,
    target,
    url,
    state: record?.state ?? null,
    isPlaceholder: record !== null && record.state === null,
    isDone: record?.isDone ?? false,
    comments: record?.comments ?? null,
    changes: record?.changes ?? [],
    leftImages: record?.leftImages ?? [],
  }));
  const { source, target, status, failure, webUrl } = repository;
  const shown = steps.map(({ name, status: of, summary }) => ({ name, status: of, summary }));
  return jsonLine({
    type: 'status-repository',
    ...{ source, target, status, failure, webUrl, steps: shown, pullRequests },
  });
}

function lines(shown: {
  found: RepositoryState;
  steps: readonly StepState[];
  rows: readonly PullRequestRow[];
  columns: number | null;
}): readonly string[] {
  const { found, rows, columns } = shown;
  const { source, target, status, failure } = found;
  const steps = [...shown.steps].sort(byOrder);
  return [
    `${safe(source)}  ->  ${safe(target)}  ${statusWord(status)}`,
    ...(failure === null ? [] : foldLines(failureLines(failure, { color: false }), columns)),
    '',
    ...tableLines(
      steps.map(({ name, status: of, summary }) => [
        `  ${name}`,
        statusWord(of),
        safe(summary ?? ''),
      ]),
      columns,
    ),
    ...(rows.length === 0
      ? []
      : ['', 'Pull requests', ...tableLines(rows.flatMap(cells), columns)]),
  ];
}

function byOrder(one: StepState, other: StepState): number {
  return stepNames.indexOf(one.name) - stepNames.indexOf(other.name);
}

/** Lists changes below the state. */
function cells({ source, target, record }: PullRequestRow): readonly (readonly string[])[] {
  const numbers = source === target ? `#${source}` : `#${source} -> #${target ?? '?'}`;
  const first = [`  ${numbers}`, stateText(record)];
  if (record === null) return [first];
  const images = record.leftImages.map((address) => `image still on Bitbucket: ${address}`);
  return [first, ...[...record.changes, ...images].map((text) => ['', `  ${safe(text)}`])];
}

function stateText(record: PullRequestRecord | null): string {
  if (record === null) return 'begun';
  const state = record.state ?? 'placeholder';
  const comments = record.comments === 0 ? '' : `, ${count(record.comments, 'comment')}`;
  return `${state}${comments}${record.isDone ? '' : ', not finished'}`;
}
