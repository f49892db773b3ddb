import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import { factsOf } from '../../../network/response/response.ts';
import type { PullRequestSource } from '../../../ports/pull-request-source.ts';
import type { SourceComment, SourceTask } from '../../../ports/records/pull-request.ts';
import type { RowKind } from '../../shared/rows.ts';
import { oldestFirst } from '../../shared/rows.ts';
import { readPages } from '../http/pages.ts';
import type { BitbucketCloud, Method } from '../http/reading.ts';
import { type PullRequestAddress, pullRequestAddress } from '../names/names.ts';
import { activityFields, isOfComment, toSourceActivity } from './activity-mapping.ts';
import { commentFields, taskFields, toSourceComment, toSourceTask } from './comment-mapping.ts';

type CommentsRequest = Parameters<PullRequestSource['comments']>[0];

type Reading = CommentsRequest & {
  readonly bitbucket: BitbucketCloud;
  readonly address: PullRequestAddress;
};

/** Comments, tasks and activity: three requests where each fits a page, less where there are no comments or tasks. */
export const readConversation: Method<'conversation'> = async (bitbucket, request) => {
  const reading = readingOf(bitbucket, request);
  const counted = request.commentCount === 0 ? null : await readComments(reading);
  const tasks = request.lacksTasks === true ? noTasks : await readTasks(reading);
  const activity = await readRows(reading, 'activity', activityFields);
  // What is counted is not documented, and the activity knows of every comment.
  const others = activity.some(isOfComment) ? readComments : async () => noComments;
  const comments = counted ?? (await others(reading));
  return {
    comments: comments.comments,
    tasks: tasks.tasks,
    unpublished: comments.unpublished + tasks.unpublished,
    activity: toSourceActivity(activity, kindOf(reading, 'activity')),
  };
};

/** The published comments without tasks and activity: one request where they fit a page. */
export const readCommentsAlone: Method<'comments'> = async (bitbucket, request) => {
  const { comments } = await readComments(readingOf(bitbucket, request));
  return { comments };
};

function readingOf(bitbucket: BitbucketCloud, request: CommentsRequest): Reading {
  return { ...request, bitbucket, address: pullRequestAddress(bitbucket, request) };
}

const noComments = { comments: [], unpublished: 0 };
const noTasks = { tasks: [], unpublished: 0 };

async function readComments(
  reading: Reading,
): Promise<{ comments: readonly SourceComment[]; unpublished: number }> {
  const { address, number } = reading;
  const kind = kindOf(reading, 'comment');
  const webUrl = (id: string): string => address.commentUrl(number, id);
  const comments = new Map<string, SourceComment>();
  let unpublished = 0;
  const rows = await readRows(reading, 'comments', commentFields);
  for (const [index, row] of rows.entries()) {
    const { comment, isPending } = toSourceComment(row, { kind, position: index + 1, webUrl });
    if (isPending) unpublished += 1;
    else if (!comments.has(comment.id)) comments.set(comment.id, comment);
  }
  return { comments: oldestFirst([...comments.values()]), unpublished };
}

async function readTasks(
  reading: Reading,
): Promise<{ tasks: readonly SourceTask[]; unpublished: number }> {
  const kind = kindOf(reading, 'task');
  const tasks = new Map<string, SourceTask>();
  let unpublished = 0;
  const rows = await readRows(reading, 'tasks', taskFields);
  for (const [index, row] of rows.entries()) {
    const { task, isPending } = toSourceTask(row, { kind, position: index + 1 });
    if (isPending) unpublished += 1;
    else if (!tasks.has(task.id)) tasks.set(task.id, task);
  }
  return { tasks: oldestFirst([...tasks.values()]), unpublished };
}

type Part = 'comments' | 'tasks' | 'activity';

/** The longest pages that the host is known to take. */
const pageLengths: Readonly<Record<Part, readonly number[]>> = {
  comments: [100, 50, 10],
  tasks: [100, 50, 10],
  activity: [50, 10],
};

async function readRows(
  reading: Reading,
  part: Part,
  fields: readonly string[],
): Promise<readonly unknown[]> {
  const { bitbucket, address, number, signal } = reading;
  const rows: unknown[] = [];
  let size = 0;
  const pages = readPages(bitbucket, {
    path: `${address.apiPath}/pullrequests/${number}/${part}`,
    fields,
    pageLengths: pageLengths[part],
    refusals: {
      404: (answer) =>
        new MigratorError(
          'not-found',
          `${reading.bitbucket.client.host} has no ${part} for pull request ${reading.number} in ${reading.address.fullName}, or these credentials cannot access them`,
          {
            hint: 'Check that the repository still exists and that the account can read it.',
            ...factsOf(answer),
          },
        ),
    },
    signal,
  });
  try {
    for await (const page of pages) {
      for (const row of page.values) rows.push(row);
      size = page.size ?? size;
    }
  } catch (error) {
    if (rows.length > 0 || !isWithout(error, part)) throw error;
    bitbucket.services.log('warn', error.message);
  }
  if (rows.length < size) warnOfMissing(reading, part, { size, listed: rows.length });
  return rows;
}

/** The list has ended as it should; the number beside it may count what these credentials do not see. */
function warnOfMissing(
  { bitbucket, address, number }: Reading,
  part: Part,
  { size, listed }: { size: number; listed: number },
): void {
  const { client, services } = bitbucket;
  services.log(
    'warn',
    `${client.host} reports ${size} ${part} for pull request ${number} in ${address.fullName} but lists ${listed}`,
    { repository: address.fullName },
  );
}

/**
 * Tells whether the pull request has nothing of the kind, as in a place that does not know it. Of comments there are
 * some, and a repository that is gone is another matter.
 */
function isWithout(error: unknown, part: Part): error is MigratorError {
  if (!hasCode(error, 'not-found')) return false;
  return part !== 'comments' && !/^repository\b/i.test(error.detail ?? '');
}

function kindOf({ bitbucket, address, number }: Reading, what: string): RowKind {
  return { host: bitbucket.client.host, what, of: `pull request ${number} in ${address.fullName}` };
}
