import { type Answer, jsonAnswer } from '../../../network/answer.ts';
import { githubError, invalidRequest, mustHaveAdminRights, notFound } from '../../rest/answers.ts';
import {
  checkParameters,
  type ParameterForm,
  type Parameters,
  readParameters,
} from '../../rest/parameters.ts';
import {
  jsonContext,
  numberOf,
  type TrackerCall,
  type TrackerHandler,
  withPull,
} from '../context.ts';
import { listAnswer } from '../list.ts';
import { noteText } from '../notices/note.ts';
import type { GithubPullRequest, GithubReview } from '../records.ts';
import { isTooLong, unprocessable } from '../refusals.ts';
import { commentOfReviewJson, reviewJson } from './review-json.ts';
import {
  addReview,
  addThread,
  diffOfCommit,
  type FoundThread,
  findPlace,
  type WantedThread,
} from './thread.ts';
import { sentencesOf } from './thread-faults.ts';
import { commentForm, readPlace } from './wanted-place.ts';

const form: ParameterForm = {
  commit_id: { kind: 'string' },
  body: { kind: 'string' },
  event: { kind: 'string' },
  comments: { kind: 'objects' },
};

const states = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED',
  PENDING: 'PENDING',
} as const;

export const createReview: TrackerHandler = withPull(async (call, pull) => {
  const read = await readParameters(call.exchange, form);
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const wanted = readComments(values);
  if ('status' in wanted) return wanted;
  const { event = 'PENDING', body = '', commit_id: commit = pull.head.sha } = values;
  if (!isEvent(event)) {
    return invalidRequest(
      `For 'properties/event', "${String(event)}" is not one of: APPROVE, REQUEST_CHANGES, COMMENT.`,
    );
  }
  const state = states[event];
  const refusal = refuse(call, pull, { state, body: String(body), wanted });
  if (refusal !== null) return refusal;
  const files = await diffOfCommit(call, pull, String(commit));
  if (files === null) {
    return unprocessable(['The commitOID is not part of the pull request']);
  }
  const places = wanted.map((one) => findPlace(files, one));
  const faults = places.flatMap((one) => ('wanted' in one ? [] : one));
  if (faults.length > 0 && !call.host.rules.dropsBadLines)
    return unprocessable(sentencesOf(faults));
  const review = addReview(call, pull, { state, body: String(body), commit: String(commit) });
  if (state !== 'PENDING') await noteText(call, pull, review.body);
  const { maxCommentsPerReview: max } = call.host.rules;
  countComments(call, wanted.length);
  const found = places.filter((one): one is FoundThread => 'wanted' in one);
  for (const one of found.slice(0, max)) await addThread(call, review, one);
  if (found.length > max) return githubError(502, 'Server Error');
  return jsonAnswer(200, reviewJson(review, jsonContext(call)));
});

function countComments({ host, limiter, token }: TrackerCall, many: number): void {
  if (!host.rules.countsReviewComments) return;
  for (let one = 0; one < many; one += 1) {
    limiter.count({ user: token.user, write: true, content: true });
  }
}

function isEvent(event: unknown): event is keyof typeof states {
  return typeof event === 'string' && Object.hasOwn(states, event);
}

function refuse(
  call: TrackerCall,
  pull: GithubPullRequest,
  review: { state: GithubReview['state']; body: string; wanted: readonly WantedThread[] },
): Answer | null {
  const { state, body, wanted } = review;
  const { user } = call.token;
  if (user === pull.author && state === 'APPROVED') {
    return unprocessable(['Can not approve your own pull request']);
  }
  if (user === pull.author && state === 'CHANGES_REQUESTED') {
    return unprocessable(['Can not request changes on your own pull request']);
  }
  if (body === '' && (state === 'COMMENTED' || state === 'CHANGES_REQUESTED')) {
    return unprocessable(["Body can't be blank"]);
  }
  const { maxBody } = call.host.rules;
  const tooLong = `too long (maximum is ${maxBody} characters)`;
  if (isTooLong(body, maxBody)) return unprocessable([`Body is ${tooLong}`]);
  if (wanted.some((one) => isTooLong(one.body, maxBody))) {
    return unprocessable([`Review comments body is ${tooLong}`]);
  }
  if (wanted.some((one) => one.body.trim() === '')) {
    return unprocessable(["Review comments body can't be blank"]);
  }
  const pending = pull.reviews.some((one) => one.state === 'PENDING' && one.author === user);
  return pending
    ? unprocessable(['Review comments is invalid', 'Review threads is invalid'])
    : null;
}

/** A comment on a file, or an answer to another comment, has no place in a review. */
function readComments(values: Parameters): readonly WantedThread[] | Answer {
  const wanted: WantedThread[] = [];
  for (const item of (values.comments ?? []) as readonly Parameters[]) {
    for (const name of Object.keys(item)) {
      if (name === 'position') return invalidRequest('The sandbox does not know "position".');
      if (!Object.hasOwn(commentForm, name)) {
        return invalidRequest(`"${name}" is not a permitted key.`);
      }
    }
    const refusal = checkParameters(item, commentForm);
    if (refusal !== null) return refusal;
    const place = readPlace(item);
    if ('status' in place) return place;
    wanted.push({ path: String(item.path), body: String(item.body), place });
  }
  return wanted;
}

export const listReviews: TrackerHandler = withPull((call, pull) => {
  const context = jsonContext(call);
  return listAnswer(call, {
    items: pull.reviews.map((review) => dated(review)),
    parameters: {},
    filter: ({ review }) => review.state !== 'PENDING' || review.author === call.token.user,
    toJson: ({ review }) => reviewJson(review, context),
  });
});

function dated(review: GithubReview) {
  const at = review.submittedAt ?? review.pull.updatedAt;
  return { review, createdAt: at, updatedAt: at, visibleAt: review.visibleAt };
}

export const getReview: TrackerHandler = withReview((call, review) =>
  jsonAnswer(200, reviewJson(review, jsonContext(call))),
);

/** Only its author may, and the text cannot be taken away. */
export const updateReview: TrackerHandler = withReview(async (call, review) => {
  if (review.author !== call.token.user) return mustHaveAdminRights();
  const read = await readParameters(call.exchange, { body: { kind: 'string', required: true } });
  if ('refusal' in read) return read.refusal;
  const body = String(read.values.body);
  if (body === '') return unprocessable(["Body can't be blank"]);
  const { maxBody } = call.host.rules;
  if (isTooLong(body, maxBody)) {
    return unprocessable([`Body is too long (maximum is ${maxBody} characters)`]);
  }
  await noteText(call, review.pull, body, review.body);
  review.body = body;
  return jsonAnswer(200, reviewJson(review, jsonContext(call)));
});

export const listCommentsOfReview: TrackerHandler = withReview((call, review) => {
  const context = jsonContext(call);
  return listAnswer(call, {
    items: review.pull.reviewComments,
    parameters: {},
    filter: (comment) => comment.review === review,
    toJson: (comment) => commentOfReviewJson(comment, context),
  });
});

function withReview(
  handle: (call: TrackerCall, review: GithubReview) => ReturnType<TrackerHandler>,
): TrackerHandler {
  return withPull((call, pull) => {
    const review = call.repository.tracker.reviews.get(numberOf(call.words[1]));
    return review?.pull === pull ? handle(call, review) : notFound();
  });
}
