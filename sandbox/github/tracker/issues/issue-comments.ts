import { emptyAnswer, jsonAnswer } from '../../../network/answer.ts';
import { mustHaveAdminRights, notFound, validationFailed } from '../../rest/answers.ts';
import { readParameters } from '../../rest/parameters.ts';
import {
  jsonContext,
  numberOf,
  type TrackerCall,
  type TrackerHandler,
  withDiscussion,
} from '../context.ts';
import { listAnswer } from '../list.ts';
import { noteText } from '../notices/note.ts';
import type { GithubIssueComment } from '../records.ts';
import { isTooLong } from '../refusals.ts';
import { made } from './discussion.ts';
import { issueCommentJson } from './json.ts';

export const createComment: TrackerHandler = withDiscussion(async (call, issue) => {
  const body = await readBody(call);
  if (typeof body !== 'string') return body;
  const { host, token, repository } = call;
  const comment: GithubIssueComment = {
    id: host.nextId(),
    issue,
    body,
    author: token.user,
    ...made(host),
    minimized: null,
  };
  issue.comments.push(comment);
  issue.updatedAt = comment.createdAt;
  repository.tracker.comments.set(comment.id, comment);
  await noteText(call, issue, body);
  const json = issueCommentJson(comment, jsonContext(call));
  return jsonAnswer(201, json, { location: json.url });
});

export const listComments: TrackerHandler = withDiscussion((call, issue) => {
  const context = jsonContext(call);
  return listAnswer(call, {
    items: issue.comments,
    parameters: { since: null },
    toJson: (comment) => issueCommentJson(comment, context),
  });
});

/** Of issues and pull requests alike. */
export const listRepositoryComments: TrackerHandler = (call) => {
  const context = jsonContext(call);
  return listAnswer(call, {
    items: [...call.repository.tracker.comments.values()],
    filter: ({ issue }) => call.repository.tracker.find(issue.number) === issue,
    parameters: { sort: ['created', 'updated'], direction: ['asc', 'desc'], since: null },
    toJson: (comment) => issueCommentJson(comment, context),
  });
};

export const getComment: TrackerHandler = withComment((call, comment) =>
  jsonAnswer(200, issueCommentJson(comment, jsonContext(call))),
);

export const updateComment: TrackerHandler = withComment(async (call, comment) => {
  if (!mayChange(call, comment)) return mustHaveAdminRights();
  const body = await readBody(call);
  if (typeof body !== 'string') return body;
  await noteText(call, comment.issue, body, comment.body);
  comment.body = body;
  comment.updatedAt = made(call.host).updatedAt;
  return jsonAnswer(200, issueCommentJson(comment, jsonContext(call)));
});

export const deleteComment: TrackerHandler = withComment((call, comment) => {
  if (!mayChange(call, comment)) return mustHaveAdminRights();
  const { comments } = comment.issue;
  comments.splice(comments.indexOf(comment), 1);
  call.repository.tracker.comments.delete(comment.id);
  return emptyAnswer(204);
});

function withComment(
  handle: (call: TrackerCall, comment: GithubIssueComment) => ReturnType<TrackerHandler>,
): TrackerHandler {
  return (call) => {
    const comment = call.repository.tracker.comments.get(numberOf(call.words[0]));
    return comment === undefined ? notFound() : handle(call, comment);
  };
}

function mayChange({ permissions, token }: TrackerCall, comment: GithubIssueComment): boolean {
  return permissions.push || comment.author === token.user;
}

async function readBody(call: TrackerCall) {
  const read = await readParameters(call.exchange, { body: { kind: 'string', required: true } });
  if ('refusal' in read) return read.refusal;
  const body = String(read.values.body);
  if (body.trim() === '') return refuse('Body cannot be blank');
  const { maxBody } = call.host.rules;
  return isTooLong(body, maxBody)
    ? refuse(`Body is too long (maximum is ${maxBody} characters)`)
    : body;
}

function refuse(message: string) {
  return validationFailed([
    { resource: 'IssueComment', code: 'unprocessable', field: 'data', message },
  ]);
}
