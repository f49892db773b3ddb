const pageInfo = 'pageInfo { endCursor hasNextPage }';

/** Every document that people are looked for with. */
export const documents = {
  listMembers: `query listMembers($login: String!, $after: String) {
  organization(login: $login) {
    membersWithRole(first: 100, after: $after) { ${pageInfo} nodes { login name } }
  }
}`,
  listIdentities: `query listIdentities($login: String!, $after: String) {
  organization(login: $login) {
    samlIdentityProvider {
      externalIdentities(first: 100, after: $after, membersOnly: true) {
        ${pageInfo}
        nodes {
          user { login }
          samlIdentity { nameId username givenName familyName emails { value } }
          scimIdentity { username givenName familyName emails { value } }
        }
      }
    }
  }
}`,
  listNewestRepositories: `query listNewestRepositories($login: String!, $first: Int!) {
  organization(login: $login) {
    repositories(first: $first, orderBy: {field: PUSHED_AT, direction: DESC}) { nodes { name } }
  }
}`,
  listCommitAuthors: `query listCommitAuthors($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef {
      target {
        ... on Commit {
          history(first: 100, after: $after) { ${pageInfo} nodes { author { name email user { login } } } }
        }
      }
    }
  }
}`,
} as const;
