import type { Failure } from '../../errors.ts';
import type { StepName } from '../../events.ts';
import type {
  MadeObject,
  Migration,
  MigrationStatus,
  RepositoryState,
  RepositoryStatus,
  StepState,
  StepStatus,
} from '../../model/migration.ts';
import type { SourceKind } from '../../model/repository.ts';

/** A row as node:sqlite gives it. The tables are STRICT, so that each column has the type of the schema. */
export type Row = Record<string, unknown>;

export function toMigration(row: Row): Migration {
  return {
    id: row.id as string,
    planDigest: row.plan_digest as string,
    planText: row.plan_text as string,
    source: {
      kind: row.source_kind as SourceKind,
      workspace: row.source_workspace as string,
    },
    target: { organization: row.target_organization as string },
    // A state of version 1 that is only read has none.
    settings: (row.settings ?? '{}') as string,
    status: row.status as MigrationStatus,
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
  };
}

export function toRepositoryState(row: Row): RepositoryState {
  const failure = row.failure as string | null;
  return {
    source: row.source as string,
    target: row.target as string,
    status: row.status as RepositoryStatus,
    refs: row.refs as number | null,
    webUrl: row.web_url as string | null,
    reason: row.reason as string | null,
    failure: failure === null ? null : (JSON.parse(failure) as Failure),
    startedAt: row.started_at as number | null,
    finishedAt: row.finished_at as number | null,
  };
}

export function toStepState(row: Row): StepState {
  return {
    name: row.name as StepName,
    status: row.status as StepStatus,
    summary: row.summary as string | null,
    data: row.data as string | null,
  };
}

export function toMadeObject(row: Row): MadeObject {
  return {
    kind: row.kind as MadeObject['kind'],
    sourceId: row.source_id as string,
    intendedAt: row.intended_at as number,
    targetId: row.target_id as string | null,
    targetUrl: row.target_url as string | null,
    data: (row.data ?? null) as string | null,
  };
}
