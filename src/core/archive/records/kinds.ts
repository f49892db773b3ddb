import type { z } from 'zod';
import { issueEvent } from './event.ts';
import { bot, organization, user } from './people.ts';
import { commitComment, issue, issueComment, pullRequest } from './pull-request.ts';
import { attachment, repository } from './repository.ts';
import { review, reviewComment, reviewThread } from './review.ts';

/** One kind of record: the files `<name>_000001.json` and so on hold a list of them. */
export interface RecordKind {
  readonly schema: z.ZodType;
  /** Which fields name other records, as `base.repo` or `members[].user`, and what kinds they may name. */
  readonly references: Readonly<Record<string, readonly KindName[]>>;
  /** Exactly one of these fields is set. */
  readonly parents?: readonly string[];
}

export type KindName =
  | 'users'
  | 'bots'
  | 'organizations'
  | 'repositories'
  | 'pull_requests'
  | 'issues'
  | 'issue_comments'
  | 'issue_events'
  | 'pull_request_reviews'
  | 'pull_request_review_threads'
  | 'pull_request_review_comments'
  | 'commit_comments'
  | 'attachments';

const people = ['users', 'bots', 'organizations'] as const;
const reviewers = { 'reactions[].user': people, user: people } as const;
const inReview = {
  pull_request: ['pull_requests'],
  pull_request_review: ['pull_request_reviews'],
} as const;

/** Every kind that is checked record by record, in the order of dependence. */
export const recordKinds: Readonly<Record<KindName, RecordKind>> = {
  users: { schema: user, references: {} },
  bots: { schema: bot, references: {} },
  organizations: { schema: organization, references: { 'members[].user': ['users'] } },
  repositories: {
    schema: repository,
    references: { owner: ['users', 'organizations'], 'collaborators[].user': people },
  },
  issues: { schema: issue, references: { repository: ['repositories'], user: people } },
  pull_requests: {
    schema: pullRequest,
    references: {
      repository: ['repositories'],
      'base.repo': ['repositories'],
      'base.user': people,
      'head.user': people,
      'review_requests[].reviewer': people,
      ...reviewers,
    },
  },
  issue_comments: {
    schema: issueComment,
    references: { pull_request: ['pull_requests'], issue: ['issues'], ...reviewers },
    parents: ['pull_request', 'issue'],
  },
  issue_events: {
    schema: issueEvent,
    references: {
      pull_request: ['pull_requests'],
      issue: ['issues'],
      actor: people,
      subject: people,
    },
    parents: ['pull_request', 'issue'],
  },
  pull_request_reviews: {
    schema: review,
    references: { pull_request: ['pull_requests'], ...reviewers },
  },
  pull_request_review_threads: {
    schema: reviewThread,
    references: { ...inReview, resolver: people },
  },
  pull_request_review_comments: {
    schema: reviewComment,
    references: {
      ...inReview,
      pull_request_review_thread: ['pull_request_review_threads'],
      in_reply_to: ['pull_request_review_comments'],
      ...reviewers,
    },
  },
  commit_comments: {
    schema: commitComment,
    references: { repository: ['repositories'], ...reviewers },
  },
  attachments: {
    schema: attachment,
    references: {
      issue: ['issues'],
      issue_comment: ['issue_comments'],
      pull_request: ['pull_requests'],
      pull_request_review: ['pull_request_reviews'],
      pull_request_review_comment: ['pull_request_review_comments'],
      user: people,
    },
    parents: [
      'issue',
      'issue_comment',
      'pull_request',
      'pull_request_review',
      'pull_request_review_comment',
    ],
  },
};

/** Kinds of GitHub's exports that Bitbucket has nothing for: their files are read as lists, and no further. */
export const otherKinds: readonly string[] = [
  'milestones',
  'releases',
  'repository_files',
  'protected_branches',
  'teams',
  'projects',
  'discussions',
  'discussion_categories',
  'discussion_comments',
];
