import type { GithubAccount } from '../accounts/account.ts';
import { startImport } from '../importer/imports.ts';
import { normaliseRepositoryName } from '../repositories/repository-name.ts';
import type { Call } from '../rest/call.ts';
import { findNode } from './find-node.ts';
import { mustBeUp, mustImport } from './importer-refusals.ts';
import { importView, sourceView } from './importer-views.ts';
import { GraphqlRefusal, notResolved } from './parts/refusal.ts';

interface SourceInput {
  readonly clientMutationId?: string | null;
  readonly name: string;
  readonly ownerId: string;
  readonly type: string;
  readonly url?: string | null;
}

interface StartInput {
  readonly clientMutationId?: string | null;
  readonly sourceId: string;
  readonly ownerId: string;
  readonly sourceRepositoryUrl: string;
  readonly repositoryName: string;
  readonly continueOnError?: boolean | null;
  readonly gitArchiveUrl?: string | null;
  readonly metadataArchiveUrl?: string | null;
  readonly accessToken?: string | null;
  readonly targetRepoVisibility?: string | null;
}

/** Stands in a request of GitHub's own tool where an export has no use for a value. */
const notUsed = 'https://not-used';

export function createSource(call: Call, input: SourceInput) {
  const organization = readOwner(call, input.ownerId, 'createMigrationSource');
  const isServer = input.type === 'BITBUCKET_SERVER';
  if (input.type !== 'GITHUB_ARCHIVE' && !isServer) {
    throw unprocessable(`The sandbox does not import archives of the type ${input.type}`);
  }
  if (isServer && input.url !== notUsed)
    throw unprocessable(`The url of a source of exports has to be ${notUsed}`);
  const { importer } = call.host;
  const { name, type } = input;
  const source = { id: importer.nextId(), organization, name, type, url: input.url ?? '' };
  importer.sources.push(source);
  const { clientMutationId = null } = input;
  return { clientMutationId, migrationSource: sourceView(source) };
}

export function startMigration(call: Call, input: StartInput) {
  const organization = readOwner(call, input.ownerId, 'startRepositoryMigration');
  const found = findNode(call, input.sourceId);
  if (found.kind !== 'MS' || found.one.organization !== organization) {
    throw notResolved(`node with the global id of '${input.sourceId}'`);
  }
  const { clientMutationId = null, gitArchiveUrl } = input;
  const visibility = input.targetRepoVisibility ?? 'private';
  refuseRepository(call, organization, { name: input.repositoryName, visibility });
  const isServer = found.one.type === 'BITBUCKET_SERVER';
  if (gitArchiveUrl == null || input.metadataArchiveUrl !== (isServer ? notUsed : gitArchiveUrl)) {
    throw unprocessable('The sandbox takes one archive, as gitArchiveUrl and metadataArchiveUrl');
  }
  if (!gitArchiveUrl.startsWith('gei://archive/')) {
    throw unprocessable('The sandbox takes archives from its own host for uploads alone');
  }
  const isKnown = isServer
    ? input.accessToken === 'not-used'
    : call.host.tokens.list.some(({ token }) => token === input.accessToken);
  if (!isKnown) throw unprocessable('accessToken is no token of this host');
  const isPage = /\/(projects|users)\/[^/]+\/repos\/[^/]+\/browse$/.test(input.sourceRepositoryUrl);
  if (isServer && !isPage) throw unprocessable('sourceRepositoryUrl is no page of a Data Center');
  const started = startImport(call.host, {
    organization,
    source: found.one,
    sourceUrl: input.sourceRepositoryUrl,
    repositoryName: input.repositoryName,
    visibility,
    continueOnError: input.continueOnError ?? false,
    archiveUrl: gitArchiveUrl,
    startedBy: call.token.user,
  });
  return { clientMutationId, repositoryMigration: importView(started, call) };
}

function readOwner(call: Call, id: string, field: string): GithubAccount {
  mustBeUp(call);
  const found = findNode(call, id);
  if (found.kind !== 'O') throw notResolved(`node with the global id of '${id}'`);
  mustImport(call, found.account, field);
  if (call.host.importer.rules.plans.includes(found.account.plan)) return found.account;
  throw unprocessable(`Owner ${found.account.login} is not authorized to perform imports.`);
}

/** The old name of a renamed repository is free. */
function refuseRepository(
  { host }: Call,
  { login, plan }: GithubAccount,
  { name, visibility }: { name: string; visibility: string },
): void {
  const named = normaliseRepositoryName(name);
  if (!named.ok) throw unprocessable(`Repository ${named.message}`);
  if (named.name !== name) throw unprocessable(`Repository name ${name} is not valid`);
  if (host.findRepository(`${login}/${name}`) !== null) {
    throw unprocessable(`A repository called ${login}/${name} already exists`);
  }
  const known = plan === 'enterprise' ? ['private', 'public', 'internal'] : ['private', 'public'];
  if (!known.includes(visibility)) throw unprocessable(`Visibility can't be ${visibility}`);
}

function unprocessable(message: string): GraphqlRefusal {
  return new GraphqlRefusal('UNPROCESSABLE', message);
}
