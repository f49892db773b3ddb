/** The part of the host's schema that its importer is used by, word for word where it is there. */
export const importerTypes = /* GraphQL */ `
extend type Query {
  organization(login: String!): Organization
}

extend type Mutation {
  abortRepositoryMigration(input: AbortRepositoryMigrationInput!): AbortRepositoryMigrationPayload
  createAttributionInvitation(input: CreateAttributionInvitationInput!): CreateAttributionInvitationPayload
  createMigrationSource(input: CreateMigrationSourceInput!): CreateMigrationSourcePayload
  grantMigratorRole(input: GrantMigratorRoleInput!): GrantMigratorRolePayload
  revokeMigratorRole(input: RevokeMigratorRoleInput!): RevokeMigratorRolePayload
  startRepositoryMigration(input: StartRepositoryMigrationInput!): StartRepositoryMigrationPayload
}

type Organization implements Node & Actor {
  databaseId: Int
  id: ID!
  login: String!
  mannequins(after: String, before: String, first: Int, last: Int, login: String): MannequinConnection!
  name: String
  repositoryMigrations(
    after: String, before: String, first: Int, last: Int,
    orderBy: RepositoryMigrationOrder = {field: CREATED_AT, direction: ASC}, repositoryName: String, state: MigrationState
  ): RepositoryMigrationConnection!
  url: URI!
}

type Mannequin implements Node & Actor {
  claimant: User
  createdAt: DateTime!
  databaseId: Int
  email: String
  id: ID!
  login: String!
  url: URI!
}
type MannequinConnection { edges: [MannequinEdge] nodes: [Mannequin] pageInfo: PageInfo! totalCount: Int! }
type MannequinEdge { cursor: String! node: Mannequin }
union Claimable = Mannequin | User

enum MigrationSourceType { AZURE_DEVOPS BITBUCKET_SERVER GITHUB_ARCHIVE }
enum MigrationState { FAILED FAILED_VALIDATION IN_PROGRESS NOT_STARTED PENDING_VALIDATION QUEUED SUCCEEDED }
enum RepositoryMigrationOrderField { CREATED_AT }
enum RepositoryMigrationOrderDirection { ASC DESC }
enum ActorType { TEAM USER }

type MigrationSource implements Node { id: ID! name: String! type: MigrationSourceType! url: URI! }

interface Migration {
  continueOnError: Boolean!
  createdAt: DateTime!
  databaseId: String
  failureReason: String
  id: ID!
  migrationLogUrl: URI
  migrationSource: MigrationSource!
  repositoryName: String!
  sourceUrl: URI!
  state: MigrationState!
  warningsCount: Int!
}

type RepositoryMigration implements Migration & Node {
  continueOnError: Boolean!
  createdAt: DateTime!
  databaseId: String
  failureReason: String
  id: ID!
  migrationLogUrl: URI
  migrationSource: MigrationSource!
  repositoryName: String!
  sourceUrl: URI!
  state: MigrationState!
  warningsCount: Int!
}
type RepositoryMigrationConnection {
  edges: [RepositoryMigrationEdge]
  nodes: [RepositoryMigration]
  pageInfo: PageInfo!
  totalCount: Int!
}
type RepositoryMigrationEdge { cursor: String! node: RepositoryMigration }

input RepositoryMigrationOrder { direction: RepositoryMigrationOrderDirection! field: RepositoryMigrationOrderField! }
input AbortRepositoryMigrationInput { clientMutationId: String migrationId: ID! }
input CreateAttributionInvitationInput { clientMutationId: String ownerId: ID! sourceId: ID! targetId: ID! }
input CreateMigrationSourceInput {
  accessToken: String clientMutationId: String githubPat: String name: String! ownerId: ID! type: MigrationSourceType! url: String
}
input GrantMigratorRoleInput { actor: String! actorType: ActorType! clientMutationId: String organizationId: ID! }
input RevokeMigratorRoleInput { actor: String! actorType: ActorType! clientMutationId: String organizationId: ID! }
input StartRepositoryMigrationInput {
  accessToken: String clientMutationId: String continueOnError: Boolean gitArchiveUrl: String githubPat: String
  lockSource: Boolean metadataArchiveUrl: String ownerId: ID! repositoryName: String! skipReleases: Boolean
  sourceId: ID! sourceRepositoryUrl: URI! targetRepoVisibility: String
}

type AbortRepositoryMigrationPayload { clientMutationId: String success: Boolean }
type CreateAttributionInvitationPayload { clientMutationId: String owner: Organization source: Claimable target: Claimable }
type CreateMigrationSourcePayload { clientMutationId: String migrationSource: MigrationSource }
type GrantMigratorRolePayload { clientMutationId: String success: Boolean }
type RevokeMigratorRolePayload { clientMutationId: String success: Boolean }
type StartRepositoryMigrationPayload { clientMutationId: String repositoryMigration: RepositoryMigration }
`;

/** Public documentation does not name it; a header opens it (`mannequin_claiming_emu`). */
export const claimingTypes = /* GraphQL */ `
extend type Mutation {
  reattributeMannequinToUser(input: ReattributeMannequinToUserInput!): ReattributeMannequinToUserPayload
}
input ReattributeMannequinToUserInput { clientMutationId: String ownerId: ID! sourceId: ID! targetId: ID! }
type ReattributeMannequinToUserPayload { clientMutationId: String owner: Organization source: Claimable target: Claimable }
`;
