import type { IssueEventRecord } from '../../../../archive/records/record-types.ts';
import type { ExpectedEvent } from '../../../recorded/imports/expected-import.ts';

/** Describes an event that the target has to show, by what the person did. */
interface Shown {
  readonly kind: ExpectedEvent['kind'];
  readonly what: (event: IssueEventRecord) => string;
}

const shown: ReadonlyMap<string, Shown> = new Map<string, Shown>([
  ['merged', { kind: 'merged', what: () => 'merged it' }],
  ['closed', { kind: 'closed', what: () => 'closed it' }],
  ['reopened', { kind: 'reopened', what: () => 'reopened it' }],
  ['renamed', { kind: 'renamed', what: renamed }],
  ['head_ref_force_pushed', { kind: 'force-pushed', what: forcePushed }],
]);

/**
 * Describes the history that a target has to show. Requests for reviews are compared by whom they wait for, a merge closes a pull
 * request by itself, and Bitbucket does not say when a branch was deleted. Pure.
 * @param options.loginIn the login in the address of a person
 */
export function sentEvents(
  events: readonly IssueEventRecord[],
  { loginIn }: { readonly loginIn: (url: string | null) => string | null },
): ExpectedEvent[] {
  const merges = new Set(
    events.flatMap(({ event, created_at: at }) => (event === 'merged' ? [at] : [])),
  );
  return events.flatMap((record): readonly ExpectedEvent[] => {
    const { event, actor, created_at: at } = record;
    const found = shown.get(event);
    if (found === undefined || (event === 'closed' && merges.has(at))) return [];
    const commit = event === 'merged' ? (record.commit_id ?? null) : null;
    return [{ kind: found.kind, what: found.what(record), by: loginIn(actor), at, commit }];
  });
}

function renamed({ title_was: before, title_is: after }: IssueEventRecord): string {
  return `changed its title from “${before}” to “${after}”`;
}

function forcePushed({
  before_commit_oid: before,
  after_commit_oid: after,
}: IssueEventRecord): string {
  return `replaced ${short(before)} with ${short(after)}`;
}

function short(hash: string | null | undefined): string {
  return hash?.slice(0, 12) ?? 'a commit';
}
