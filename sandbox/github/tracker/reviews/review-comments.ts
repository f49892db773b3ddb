import { type Answer, emptyAnswer, jsonAnswer } from '../../../network/answer.ts';
import {
  type FieldError,
  invalidRequest,
  mustHaveAdminRights,
  notFound,
  validationFailed,
} from '../../rest/answers.ts';
import { type ParameterForm, type Parameters, readParameters } from '../../rest/parameters.ts';
import {
  jsonContext,
  numberOf,
  type TrackerCall,
  type TrackerHandler,
  withPull,
} from '../context.ts';
import { made } from '../issues/discussion.ts';
import { listAnswer } from '../list.ts';
import { noteText } from '../notices/note.ts';
import type { GithubPullRequest, GithubReviewComment } from '../records.ts';
import { custom, isTooLong } from '../refusals.ts';
import type { WantedPlace } from './place.ts';
import { reviewCommentJson } from './review-json.ts';
import { addReview, addThread, addToThread, diffOfCommit, findPlace } from './thread.ts';
import { fieldErrorsOf } from './thread-faults.ts';
import { commentForm, readPlace } from './wanted-place.ts';

const resource = 'PullRequestReviewComment';
const form: ParameterForm = {
  ...commentForm,
  commit_id: { kind: 'string', required: true },
  subject_type: { kind: 'string' },
  in_reply_to: { kind: 'integer' },
};

export const createReviewComment: TrackerHandler = withPull(async (call, pull) => {
  const read = await readParameters(call.exchange, form);
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const body = String(values.body);
  const refusal = refuseBody(call, body);
  if (refusal !== null) return refusal;
  // With this one, the host takes no notice of anything but the body.
  if (values.in_reply_to !== undefined) return reply(call, pull, Number(values.in_reply_to), body);
  const place = readSubject(values);
  if (place !== null && 'status' in place) return place;
  if (place === null && !call.host.rules.takesFileComments) {
    return refuse({ code: 'invalid', field: 'subject_type' });
  }
  const commit = String(values.commit_id);
  const files = await diffOfCommit(call, pull, commit);
  if (files === null)
    return refuse({ code: 'invalid', field: 'pull_request_review_thread.end_commit_oid' });
  const found = findPlace(files, { path: String(values.path), body, place });
  if (!('wanted' in found)) return validationFailed(fieldErrorsOf(found));
  const review = addReview(call, pull, { body: '', state: 'COMMENTED', commit });
  return created(call, await addThread(call, review, found));
});

export const createReply: TrackerHandler = withPull(async (call, pull) => {
  const read = await readParameters(call.exchange, { body: { kind: 'string', required: true } });
  if ('refusal' in read) return read.refusal;
  const body = String(read.values.body);
  return refuseBody(call, body) ?? reply(call, pull, numberOf(call.words[1]), body);
});

/** Only the first comment of a thread can be answered. */
async function reply(
  call: TrackerCall,
  pull: GithubPullRequest,
  id: number,
  body: string,
): Promise<Answer> {
  const root = call.repository.tracker.reviewComments.get(id);
  if (root === undefined || root.pull !== pull) return notFound();
  const { thread } = root;
  if (thread.resolvedBy !== null && !call.host.rules.repliesToResolved) {
    return refuse({ code: 'invalid', field: 'in_reply_to' });
  }
  if (thread.comments[0] !== root) return refuse({ code: 'invalid', field: 'in_reply_to' });
  const review = addReview(call, pull, { body: '', state: 'COMMENTED', commit: thread.commit });
  return created(call, await addToThread(call, { review, thread, body }));
}

function created(call: TrackerCall, comment: GithubReviewComment): Answer {
  const json = reviewCommentJson(comment, jsonContext(call));
  return jsonAnswer(201, json, { location: json.url });
}

/** `null`: the file as a whole. */
function readSubject(values: Parameters): WantedPlace | null | Answer {
  const { subject_type: subject = 'line' } = values;
  if (subject === 'line') return readPlace(values);
  if (subject === 'file') return null;
  return invalidRequest(
    `For 'properties/subject_type', ${JSON.stringify(subject)} is not one of: line, file.`,
  );
}

function refuseBody({ host }: TrackerCall, body: string): Answer | null {
  const { maxBody } = host.rules;
  if (body.trim() === '') return refuse({ code: 'missing_field', field: 'body' });
  if (!isTooLong(body, maxBody)) return null;
  const message = `body is too long (maximum is ${maxBody} characters)`;
  return validationFailed([custom(resource, 'body', message)]);
}

function refuse(error: Omit<FieldError, 'resource'>): Answer {
  return validationFailed([{ resource, ...error }]);
}

export const listReviewComments: TrackerHandler = withPull((call, pull) => {
  const context = jsonContext(call);
  return listAnswer(call, {
    items: pull.reviewComments,
    parameters: { sort: ['created', 'updated'], direction: ['asc', 'desc'], since: null },
    filter: (comment) => comment.review.state !== 'PENDING',
    toJson: (comment) => reviewCommentJson(comment, context),
  });
});

export const listRepositoryReviewComments: TrackerHandler = (call) => {
  const context = jsonContext(call);
  return listAnswer(call, {
    items: [...call.repository.tracker.reviewComments.values()],
    parameters: { sort: ['created', 'updated'], direction: ['asc', 'desc'], since: null },
    filter: ({ review, pull }) =>
      review.state !== 'PENDING' && call.repository.tracker.findPull(pull.number) === pull,
    toJson: (comment) => reviewCommentJson(comment, context),
  });
};

export const getReviewComment: TrackerHandler = withComment((call, comment) =>
  jsonAnswer(200, reviewCommentJson(comment, jsonContext(call))),
);

export const updateReviewComment: TrackerHandler = withComment(async (call, comment) => {
  if (!mayChange(call, comment)) return mustHaveAdminRights();
  const read = await readParameters(call.exchange, { body: { kind: 'string', required: true } });
  if ('refusal' in read) return read.refusal;
  const body = String(read.values.body);
  const refusal = refuseBody(call, body);
  if (refusal !== null) return refusal;
  await noteText(call, comment.pull, body, comment.body);
  comment.body = body;
  comment.updatedAt = made(call.host).updatedAt;
  return jsonAnswer(200, reviewCommentJson(comment, jsonContext(call)));
});

/** Answers stay, and the oldest of them begins the thread then. */
export const deleteReviewComment: TrackerHandler = withComment((call, comment) => {
  if (!mayChange(call, comment)) return mustHaveAdminRights();
  const { pull, thread } = comment;
  thread.comments.splice(thread.comments.indexOf(comment), 1);
  pull.reviewComments.splice(pull.reviewComments.indexOf(comment), 1);
  if (thread.comments.length === 0) {
    pull.threads.splice(pull.threads.indexOf(thread), 1);
    call.repository.tracker.threads.delete(thread.id);
  }
  call.repository.tracker.reviewComments.delete(comment.id);
  return emptyAnswer(204);
});

function withComment(
  handle: (call: TrackerCall, comment: GithubReviewComment) => ReturnType<TrackerHandler>,
): TrackerHandler {
  return (call) => {
    const comment = call.repository.tracker.reviewComments.get(numberOf(call.words[0]));
    return comment === undefined ? notFound() : handle(call, comment);
  };
}

function mayChange({ permissions, token }: TrackerCall, comment: GithubReviewComment): boolean {
  return permissions.push || comment.author === token.user;
}
