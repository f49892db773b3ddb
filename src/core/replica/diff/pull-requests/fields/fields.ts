import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import type { PullRequestRecord } from '../../../recorded/pull-requests/pull-request-record.ts';
import { base, head } from './branches.ts';
import type {
  ComparedField,
  FieldChange,
  OpeningRequest,
  PullRequestField,
  RepairKind,
} from './field.ts';
import { draft, state } from './state.ts';
import { description, title } from './texts.ts';

const table = { title, description, state, draft, head, base } satisfies Record<
  string,
  PullRequestField
>;

export type FieldName = keyof typeof table;

export interface NamedField extends PullRequestField {
  readonly name: FieldName;
}

/** The fields of a pull request that sync, repair and verification compare, in their order. */
export const fields: readonly NamedField[] = Object.entries(table).map(([name, field]) => ({
  ...field,
  name: name as FieldName,
}));

/** Tells whether the target has another value than we left there. Pure. */
export function differs(field: PullRequestField, found: ComparedField): boolean {
  if (field.differs !== undefined) return field.differs(found);
  const recorded = field.recorded(found.record);
  return recorded !== null && recorded !== field.actual(found.onTarget);
}

type NotedKey =
  | 'title'
  | 'titleText'
  | 'retitling'
  | 'body'
  | 'rewriting'
  | 'head'
  | 'base'
  | 'outcome'
  | 'isDraft';

/** Returns what the state keeps of a pull request that has all fields as desired. Pure. */
export function notedFields(prepared: PreparedPullRequest): Pick<PullRequestRecord, NotedKey> {
  return Object.assign({}, ...fields.map((field) => field.note(prepared)));
}

/** Returns what a new pull request is opened with. Pure. */
export function openingRequest(prepared: PreparedPullRequest): OpeningRequest {
  return Object.assign({}, ...fields.map((field) => field.opens?.(prepared)));
}

/** Returns the change that restores what one kind of repair concerns. Pure. */
export function restoringChange(kind: RepairKind, prepared: PreparedPullRequest): FieldChange {
  const changes = fields.map((field) => field.repair === kind && field.change?.(prepared));
  return Object.assign({}, ...changes);
}

/** Returns what the state keeps once one kind of repair is done. Pure. */
export function restoredNotes(
  kind: RepairKind,
  prepared: PreparedPullRequest,
): Partial<PullRequestRecord> {
  const notes = fields.map((field) => field.repair === kind && field.note(prepared));
  return Object.assign({}, ...notes);
}
