import { MigratorError } from '../../../kernel/errors.ts';
import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import { parseResponse, type RowKind } from '../../shared/rows.ts';
import { readPages } from '../http/pages.ts';
import type { DataCenter, Method } from '../http/reading.ts';
import { type RepositoryAddress, repositoryAddress } from '../names/names.ts';
import { closingOf, toSourceActivity } from './activity-mapping.ts';
import { type ActivityRow, activitySchema } from './activity-schema.ts';
import { gatherComments } from './comment-mapping.ts';

type ConversationRequest = Parameters<PullRequestSource['comments']>[0];

/** All that was said and done: a request for every hundred entries of the activity, which alone has everything. */
export const readConversation: Method<'conversation'> = async (dataCenter, request) => {
  const address = repositoryAddress(dataCenter, request);
  const { number } = request;
  const kind = (what: string): RowKind => ({
    host: dataCenter.client.host,
    what,
    of: `pull request ${number} in ${address.fullName}`,
  });
  const gathered = gatherComments({
    kind: kind('comment'),
    webUrl: (id) => address.commentUrl(number, id),
  });
  const activity: ActivityRow[] = [];
  for await (const value of entries(dataCenter, address, request)) {
    const position = activity.length + 1;
    const row = parseResponse(activitySchema, value, { kind: kind('activity'), position });
    activity.push(row);
    if (row.comment == null) continue;
    const { comment, commentAnchor: anchor = null, commentAction, diff } = row;
    const isDeleted = /^DELETED$/i.test(commentAction);
    gathered.add({ comment, anchor, diff, isDeleted, position });
  }
  return {
    ...gathered.read(),
    activity: toSourceActivity(activity, kind('activity')),
    closing: closingOf(activity),
  };
};

/** Every reply lies within what it answers, and a chain of them can be thousands long. */
const maxDepth = 1_000_000;

/** Newest first. */
async function* entries(
  dataCenter: DataCenter,
  { apiPath, fullName }: RepositoryAddress,
  { number, signal }: ConversationRequest,
): AsyncGenerator<unknown> {
  const notFound = () =>
    new MigratorError(
      'not-found',
      `${dataCenter.client.host} has no activity for pull request ${number} in ${fullName}, or these credentials cannot access it`,
      { hint: 'Check that the repository still exists and that the account can read it.' },
    );
  const pages = readPages(dataCenter, {
    path: `${apiPath}/pull-requests/${number}/activities`,
    refusals: { 404: notFound },
    maxDepth,
    signal,
  });
  for await (const { values } of pages) yield* values;
}
