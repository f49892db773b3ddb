/** The part of the host's schema that says who is who, word for word where it is there. */
export const peopleTypes = /* GraphQL */ `
scalar GitObjectID

extend type Organization {
  membersWithRole(after: String, before: String, first: Int, last: Int): OrganizationMemberConnection!
  repositories(
    after: String, before: String, first: Int, last: Int, orderBy: RepositoryOrder
  ): RepositoryConnection!
  samlIdentityProvider: OrganizationIdentityProvider
}

type OrganizationMemberConnection { nodes: [User] pageInfo: PageInfo! totalCount: Int! }

enum RepositoryOrderField { CREATED_AT NAME PUSHED_AT STARGAZERS UPDATED_AT }
enum OrderDirection { ASC DESC }
input RepositoryOrder { direction: OrderDirection! field: RepositoryOrderField! }
type RepositoryConnection { nodes: [Repository] pageInfo: PageInfo! totalCount: Int! }

type OrganizationIdentityProvider implements Node {
  externalIdentities(
    after: String, before: String, first: Int, last: Int, login: String, membersOnly: Boolean, userName: String
  ): ExternalIdentityConnection!
  id: ID!
}
type ExternalIdentityConnection { nodes: [ExternalIdentity] pageInfo: PageInfo! totalCount: Int! }
type ExternalIdentity implements Node {
  guid: String!
  id: ID!
  samlIdentity: ExternalIdentitySamlAttributes
  scimIdentity: ExternalIdentityScimAttributes
  user: User
}
type ExternalIdentitySamlAttributes {
  emails: [UserEmailMetadata!]
  familyName: String
  givenName: String
  nameId: String
  username: String
}
type ExternalIdentityScimAttributes {
  emails: [UserEmailMetadata!]
  familyName: String
  givenName: String
  username: String
}
type UserEmailMetadata { primary: Boolean type: String value: String! }

extend type Repository { defaultBranchRef: Ref }
type Ref implements Node { id: ID! name: String! target: GitObject }
interface GitObject { id: ID! oid: GitObjectID! }
type Commit implements GitObject & Node {
  author: GitActor
  history(after: String, before: String, first: Int, last: Int): CommitHistoryConnection!
  id: ID!
  message: String!
  oid: GitObjectID!
}
type CommitHistoryConnection { nodes: [Commit] pageInfo: PageInfo! totalCount: Int! }
type GitActor { email: String name: String user: User }
`;
