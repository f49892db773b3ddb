import { importerTypes } from './importer-types.ts';
import { peopleTypes } from './people-types.ts';
import { timelineTypes } from './timeline-types.ts';

/** The part of the host's schema that a migration uses, word for word where it is there. */
const trackerTypes = /* GraphQL */ `
scalar BigInt
scalar DateTime
scalar URI

type Query {
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  rateLimit(dryRun: Boolean = false): RateLimit
  repository(followRenames: Boolean = true, name: String!, owner: String!): Repository
  user(login: String!): User
  viewer: User!
}

type Mutation {
  convertPullRequestToDraft(input: ConvertPullRequestToDraftInput!): ConvertPullRequestToDraftPayload
  markPullRequestReadyForReview(input: MarkPullRequestReadyForReviewInput!): MarkPullRequestReadyForReviewPayload
  minimizeComment(input: MinimizeCommentInput!): MinimizeCommentPayload
  resolveReviewThread(input: ResolveReviewThreadInput!): ResolveReviewThreadPayload
  unresolveReviewThread(input: UnresolveReviewThreadInput!): UnresolveReviewThreadPayload
}

interface Node { id: ID! }
interface Actor { login: String! url: URI! }
interface Minimizable { isMinimized: Boolean! minimizedReason: String }

type RateLimit { cost: Int! limit: Int! remaining: Int! resetAt: DateTime! used: Int! }

type User implements Node & Actor {
  databaseId: Int
  id: ID!
  login: String!
  name: String
  url: URI!
}

type Repository implements Node {
  databaseId: Int
  id: ID!
  isArchived: Boolean!
  isPrivate: Boolean!
  name: String!
  nameWithOwner: String!
  pullRequest(number: Int!): PullRequest
}

enum PullRequestState { CLOSED MERGED OPEN }
enum DiffSide { LEFT RIGHT }
enum PullRequestReviewThreadSubjectType { FILE LINE }
enum ReportedContentClassifiers { ABUSE DUPLICATE OFF_TOPIC OUTDATED RESOLVED SPAM }

type PullRequest implements Node {
  author: Actor
  body: String!
  fullDatabaseId: BigInt
  id: ID!
  isDraft: Boolean!
  merged: Boolean!
  number: Int!
  reviewThreads(after: String, before: String, first: Int, last: Int): PullRequestReviewThreadConnection!
  reviews(after: String, before: String, first: Int, last: Int): PullRequestReviewConnection
  state: PullRequestState!
  title: String!
  url: URI!
}

type PullRequestReviewConnection {
  edges: [PullRequestReviewEdge]
  nodes: [PullRequestReview]
  pageInfo: PageInfo!
  totalCount: Int!
}
type PullRequestReviewEdge { cursor: String! node: PullRequestReview }

enum PullRequestReviewState { APPROVED CHANGES_REQUESTED COMMENTED DISMISSED PENDING }

type PullRequestReview implements Node {
  author: Actor
  body: String!
  createdAt: DateTime!
  databaseId: Int
  fullDatabaseId: BigInt
  id: ID!
  state: PullRequestReviewState!
  submittedAt: DateTime
  url: URI!
}

type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }

type PullRequestReviewThreadConnection {
  edges: [PullRequestReviewThreadEdge]
  nodes: [PullRequestReviewThread]
  pageInfo: PageInfo!
  totalCount: Int!
}
type PullRequestReviewThreadEdge { cursor: String! node: PullRequestReviewThread }

type PullRequestReviewThread implements Node {
  comments(after: String, before: String, first: Int, last: Int): PullRequestReviewCommentConnection!
  diffSide: DiffSide!
  id: ID!
  isOutdated: Boolean!
  isResolved: Boolean!
  line: Int
  originalLine: Int
  path: String!
  pullRequest: PullRequest!
  resolvedBy: User
  startLine: Int
  subjectType: PullRequestReviewThreadSubjectType!
  viewerCanResolve: Boolean!
  viewerCanUnresolve: Boolean!
}

type PullRequestReviewCommentConnection {
  edges: [PullRequestReviewCommentEdge]
  nodes: [PullRequestReviewComment]
  pageInfo: PageInfo!
  totalCount: Int!
}
type PullRequestReviewCommentEdge { cursor: String! node: PullRequestReviewComment }

type PullRequestReviewComment implements Node & Minimizable {
  author: Actor
  body: String!
  createdAt: DateTime!
  databaseId: Int
  fullDatabaseId: BigInt
  id: ID!
  isMinimized: Boolean!
  minimizedReason: String
  path: String!
  url: URI!
}

type IssueComment implements Node & Minimizable {
  author: Actor
  body: String!
  createdAt: DateTime!
  databaseId: Int
  fullDatabaseId: BigInt
  id: ID!
  isMinimized: Boolean!
  minimizedReason: String
  url: URI!
}

input ConvertPullRequestToDraftInput { clientMutationId: String pullRequestId: ID! }
input MarkPullRequestReadyForReviewInput { clientMutationId: String pullRequestId: ID! }
input MinimizeCommentInput { classifier: ReportedContentClassifiers! clientMutationId: String subjectId: ID! }
input ResolveReviewThreadInput { clientMutationId: String threadId: ID! }
input UnresolveReviewThreadInput { clientMutationId: String threadId: ID! }

type ConvertPullRequestToDraftPayload { clientMutationId: String pullRequest: PullRequest }
type MarkPullRequestReadyForReviewPayload { clientMutationId: String pullRequest: PullRequest }
type MinimizeCommentPayload { clientMutationId: String minimizedComment: Minimizable }
type ResolveReviewThreadPayload { clientMutationId: String thread: PullRequestReviewThread }
type UnresolveReviewThreadPayload { clientMutationId: String thread: PullRequestReviewThread }
`;

/** All that the sandbox has of the host's public schema. */
export const typeDefinitions = `${trackerTypes}${importerTypes}${peopleTypes}${timelineTypes}`;
