import type { Failure } from '../../kernel/errors.ts';
import type { StepName } from '../../ports/events.ts';
import type {
  CreatedKind,
  CreatedObject,
  Migration,
  MigrationStatus,
  RepositoryState,
  RepositoryStatus,
  StepState,
  StepStatus,
} from '../../ports/records/migration.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import {
  json,
  MalformedRow,
  oneOf,
  type Row,
  text,
  textOrNull,
  time,
  timeOrNull,
  wholeOrNull,
} from './read-column.ts';

/*
 * Rows to records. A file may be whole for SQLite and hold what no version of this program has written: a bit that
 * flipped within a text, or a hand that meant well. Each function throws MalformedRow for that.
 */

/** `mig_` and twelve characters: it is shown and made a part of paths as it is. */
const idShape = /^mig_[0-9a-z]{12}$/;

const sourceKinds: readonly SourceKind[] = ['bitbucket-cloud', 'bitbucket-data-center'];

const migrationStatuses: readonly MigrationStatus[] = [
  'pending',
  'running',
  'paused',
  'completed',
  'completed_with_failures',
  'failed',
  'cancelled',
];

export function toMigration(row: Row): Migration {
  const id = text(row, 'id');
  if (!idShape.test(id)) throw new MalformedRow('id is none of a migration');
  return {
    id,
    planDigest: text(row, 'plan_digest'),
    planText: text(row, 'plan_text'),
    source: {
      kind: oneOf(row, 'source_kind', sourceKinds),
      workspace: text(row, 'source_workspace'),
    },
    target: { organization: text(row, 'target_organization') },
    // A state of version 1 that is only read has none.
    settings: row.settings === undefined ? '{}' : text(row, 'settings'),
    status: oneOf(row, 'status', migrationStatuses),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  };
}

export const repositoryStatuses: readonly RepositoryStatus[] = [
  'pending',
  'running',
  'waiting',
  'succeeded',
  'skipped',
  'failed',
];

export function toRepositoryState(row: Row): RepositoryState {
  return {
    source: text(row, 'source'),
    target: text(row, 'target'),
    status: oneOf(row, 'status', repositoryStatuses),
    refs: wholeOrNull(row, 'refs'),
    webUrl: textOrNull(row, 'web_url'),
    reason: textOrNull(row, 'reason'),
    failure: toFailure(json(row, 'failure')),
    startedAt: timeOrNull(row, 'started_at'),
    finishedAt: timeOrNull(row, 'finished_at'),
  };
}

/** What a person is told of it; codes that another version knows are no reason to tell nothing. */
function toFailure(data: unknown): Failure | null {
  if (data === null) return null;
  const { code, message, hint, retry, detail } = data as Record<keyof Failure, unknown>;
  const isText = (value: unknown) => typeof value === 'string';
  const isTextOrNull = (value: unknown) => value === null || isText(value);
  const isWhole = [code, message, retry].every(isText) && [hint, detail].every(isTextOrNull);
  if (!isWhole) throw new MalformedRow('failure is none');
  return data as Failure;
}

const stepNames: readonly StepName[] = [
  'fetch',
  'inspect',
  'fetch-lfs',
  'create',
  'lfs',
  'push',
  'pull-requests',
  'settings',
  'verify',
];
const stepStatuses: readonly StepStatus[] = ['pending', 'running', 'done', 'skipped', 'failed'];

export function toStepState(row: Row): StepState {
  return {
    name: oneOf(row, 'name', stepNames),
    status: oneOf(row, 'status', stepStatuses),
    summary: textOrNull(row, 'summary'),
    data: textOrNull(row, 'data'),
  };
}

const createdKinds: readonly CreatedKind[] = [
  'repository',
  'pull-request',
  'comment',
  'replaced',
  'branch',
  'refs',
  'lfs',
  'settings',
];

/** A pull request is known by its numbers. */
const aNumber = /^[1-9]\d{0,15}$/;

export function toCreatedObject(row: Row): CreatedObject {
  const kind = oneOf(row, 'kind', createdKinds);
  const sourceId = text(row, 'source_id');
  const targetId = textOrNull(row, 'target_id');
  if (kind === 'pull-request' && ![sourceId, targetId ?? '1'].every((id) => aNumber.test(id))) {
    throw new MalformedRow('a pull request has no number');
  }
  return {
    kind,
    sourceId,
    intendedAt: time(row, 'intended_at'),
    targetId,
    targetUrl: textOrNull(row, 'target_url'),
    data: textOrNull(row, 'data'),
  };
}
