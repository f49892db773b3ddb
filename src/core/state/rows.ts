import type { Failure } from '../kernel/errors.ts';
import {
  type CreatedKind,
  type CreatedObject,
  createdKinds,
  type Migration,
  migrationStatuses,
  type RepositoryState,
  repositoryStatuses,
  type StepState,
  stepNames,
  stepStatuses,
} from '../ports/records/migration.ts';
import { sourceKinds } from '../ports/records/repository.ts';
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
 * Rows to records and back. A database may be intact and hold what no version of this program has written: a
 * flipped bit within a text, or an edit by hand. Each `to*` function throws MalformedRow for that.
 */

/** `mig_` and twelve characters: shown, and used in paths, as it is. */
const idShape = /^mig_[0-9a-z]{12}$/;

export function toMigration(row: Row): Migration {
  const id = text(row, 'id');
  if (!idShape.test(id)) throw new MalformedRow('id is not a migration ID');
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

/** Only its shape is checked: another version may know more codes. */
function toFailure(data: unknown): Failure | null {
  if (data === null) return null;
  const { code, message, hint, retry, detail } = data as Record<keyof Failure, unknown>;
  const isText = (value: unknown) => typeof value === 'string';
  const isTextOrNull = (value: unknown) => value === null || isText(value);
  const isWhole = [code, message, retry].every(isText) && [hint, detail].every(isTextOrNull);
  if (!isWhole) throw new MalformedRow('failure is malformed');
  return data as Failure;
}

export function toStepState(row: Row): StepState {
  return {
    name: oneOf(row, 'name', stepNames),
    status: oneOf(row, 'status', stepStatuses),
    summary: textOrNull(row, 'summary'),
    data: textOrNull(row, 'data'),
  };
}

const aNumber = /^[1-9]\d{0,15}$/;

/** Objects that are about to be created. @param given.data what the state keeps with each, by id */
export function intentsOf(
  kind: CreatedKind,
  given: {
    readonly sourceIds: readonly string[];
    readonly data: ReadonlyMap<string, string> | undefined;
    readonly intendedAt: number;
  },
): readonly CreatedObject[] {
  const { sourceIds, data, intendedAt } = given;
  return sourceIds.map((sourceId) => ({
    ...{ kind, sourceId, intendedAt, targetId: null, targetUrl: null },
    data: data?.get(sourceId) ?? null,
  }));
}

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

/** The columns that a change sets, with their values. */
export function repositoryColumns(
  change: Partial<Omit<RepositoryState, 'source' | 'target'>>,
): readonly (readonly [column: string, value: string | number | null])[] {
  const { status, refs, webUrl, reason, startedAt, finishedAt, failure } = change;
  const columns = {
    ...{ status, refs, reason },
    web_url: webUrl,
    started_at: startedAt,
    finished_at: finishedAt,
    failure: failure && JSON.stringify(failure),
  };
  return Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  );
}
