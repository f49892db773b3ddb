/** Opens the part of the schema that GitHub's own command-line tools use. */
export const featureHeader = {
  'graphql-features': 'import_api,mannequin_claiming_emu,org_import_api',
} as const;

const importFields = `id repositoryName state failureReason warningsCount migrationLogUrl createdAt migrationSource { id }`;

/** Every document that the importer is asked with. */
export const documents = {
  findOrganization: `query findOrganization($login: String!) {
  organization(login: $login) { id login databaseId }
}`,
  createSource: `mutation createMigrationSource($name: String!, $url: String!, $ownerId: ID!, $type: MigrationSourceType!) {
  createMigrationSource(input: {name: $name, url: $url, ownerId: $ownerId, type: $type}) { migrationSource { id } }
}`,
  startImport: `mutation startRepositoryMigration(
  $sourceId: ID!, $ownerId: ID!, $sourceRepositoryUrl: URI!, $repositoryName: String!, $continueOnError: Boolean!,
  $gitArchiveUrl: String, $metadataArchiveUrl: String, $accessToken: String, $githubPat: String, $skipReleases: Boolean,
  $targetRepoVisibility: String, $lockSource: Boolean
) {
  startRepositoryMigration(input: {
    sourceId: $sourceId, ownerId: $ownerId, sourceRepositoryUrl: $sourceRepositoryUrl, repositoryName: $repositoryName,
    continueOnError: $continueOnError, gitArchiveUrl: $gitArchiveUrl, metadataArchiveUrl: $metadataArchiveUrl,
    accessToken: $accessToken, githubPat: $githubPat, skipReleases: $skipReleases,
    targetRepoVisibility: $targetRepoVisibility, lockSource: $lockSource
  }) { repositoryMigration { ${importFields} } }
}`,
  findImports: `query findImports($login: String!, $name: String!) {
  organization(login: $login) {
    repositoryMigrations(first: 20, repositoryName: $name, orderBy: {field: CREATED_AT, direction: DESC}) {
      nodes { ${importFields} }
    }
  }
}`,
  readImport: `query readImport($id: ID!) {
  node(id: $id) { ... on Migration { ${importFields} } }
}`,
  abortImport: `mutation abortRepositoryMigration($id: ID!) {
  abortRepositoryMigration(input: {migrationId: $id}) { success }
}`,
  listMannequins: `query listMannequins($id: ID!, $after: String) {
  node(id: $id) {
    ... on Organization {
      mannequins(first: 100, after: $after) {
        pageInfo { endCursor hasNextPage }
        nodes { id login email claimant { id login } }
      }
    }
  }
}`,
  findUser: `query findUser($login: String!) {
  user(login: $login) { id login }
}`,
  inviteClaimant: `mutation createAttributionInvitation($ownerId: ID!, $sourceId: ID!, $targetId: ID!) {
  createAttributionInvitation(input: {ownerId: $ownerId, sourceId: $sourceId, targetId: $targetId}) {
    source { ... on Mannequin { id } }
  }
}`,
  /** GitHub's public schema lacks it; the header opens it. */
  reattribute: `mutation reattributeMannequinToUser($ownerId: ID!, $sourceId: ID!, $targetId: ID!) {
  reattributeMannequinToUser(input: {ownerId: $ownerId, sourceId: $sourceId, targetId: $targetId}) {
    source { ... on Mannequin { id } }
  }
}`,
  grantRole: `mutation grantMigratorRole($organizationId: ID!, $actor: String!, $actorType: ActorType!) {
  grantMigratorRole(input: {organizationId: $organizationId, actor: $actor, actorType: $actorType}) { success }
}`,
  revokeRole: `mutation revokeMigratorRole($organizationId: ID!, $actor: String!, $actorType: ActorType!) {
  revokeMigratorRole(input: {organizationId: $organizationId, actor: $actor, actorType: $actorType}) { success }
}`,
} as const;
