import type { GithubAccount } from '../accounts/account.ts';
import { nodeId } from '../accounts/account-json.ts';
import type { Call } from '../rest/call.ts';
import type { GithubIssueEvent, GithubPullRequest } from '../tracker/records.ts';
import { connection, type PageArguments } from './parts/connection.ts';

const typeNames = new Map([
  ['closed', 'ClosedEvent'],
  ['head_ref_force_pushed', 'HeadRefForcePushedEvent'],
  ['merged', 'MergedEvent'],
  ['renamed', 'RenamedTitleEvent'],
  ['reopened', 'ReopenedEvent'],
]);

export interface TimelineArguments extends PageArguments {
  readonly itemTypes?: readonly string[] | null;
}

/** The history of a pull request, as far as the sandbox keeps it. */
export function timelineView(
  pull: GithubPullRequest,
  page: TimelineArguments,
  { call, userView }: { call: Call; userView: (account: GithubAccount, call: Call) => object },
) {
  const now = call.now();
  const shown = pull.events.filter(({ event, visibleAt }) => {
    const type = typeNames.get(event);
    return type !== undefined && visibleAt <= now && isAsked(type, page);
  });
  const view = (one: GithubIssueEvent) => ({
    __typename: typeNames.get(one.event),
    id: nodeId('EV', one.id),
    createdAt: one.createdAt,
    actor: one.actor === null ? null : userView(one.actor, call),
    commit: one.commit === null ? null : { __typename: 'Commit', oid: one.commit },
  });
  return connection(shown, page, { name: 'timelineItems', view });
}

/** `MERGED_EVENT` asks for `MergedEvent`. */
function isAsked(type: string, { itemTypes }: TimelineArguments): boolean {
  if (itemTypes == null) return true;
  return itemTypes.some((one) => one.replaceAll('_', '').toLowerCase() === type.toLowerCase());
}
