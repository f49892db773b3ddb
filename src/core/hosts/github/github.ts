import { MigratorError } from '../../kernel/errors.ts';
import { gitHubPolicy } from '../../network/http/host-policies.ts';
import { createHttpClient } from '../../network/http/http-client.ts';
import type { HttpServices } from '../../network/http/http-request.ts';
import { authorizationHeader } from '../../ports/credentials/authorization.ts';
import { missingScopes } from '../../ports/credentials/scope-needs.ts';
import type { GitHubAccess } from '../../ports/credentials/target-credentials.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { MetLimit, TargetHost, TargetLimits } from '../../ports/target-host.ts';
import { listOwners } from './accounts/list-owners.ts';
import { findOwner } from './accounts/owners.ts';
import { findTokenGaps } from './accounts/token-gaps.ts';
import { createAuditPort } from './audit-port.ts';
import { checkUp, readBudget } from './check-up.ts';
import { createClosurePort } from './closure/closure-port.ts';
import { createImporterPort } from './importer/importer-port.ts';
import { normalizeRepositoryName } from './names/repository-name.ts';
import { normalizeSecretName } from './names/secret-name.ts';
import { createPeoplePort } from './people/people-port.ts';
import { createPullRequestPort } from './pull-request-port.ts';
import { createRepositoryPort } from './repositories/repository-port.ts';
import { userSchema } from './repositories/schema.ts';
import { createGraphQl, graphQlUrl } from './rest/graphql.ts';
import { parseResponse } from './rest/parse-response.ts';
import { grantedScopes, repoScopeMissing } from './rest/refusals.ts';
import { createRoutes } from './rest/routes.ts';
import type { GitHub } from './rest/shared.ts';
import { createSecretPort } from './secrets/secret-port.ts';
import { createSettingsPort } from './settings/settings-port.ts';
import { findSideEffects } from './side-effects.ts';

/** GitHub.com, `*.ghe.com` or Enterprise Server as a target. */
export function createGitHub(options: {
  access: GitHubAccess;
  services: HttpServices;
}): TargetHost {
  const { access, services } = options;
  const isUnlimited = access.edition === 'cloud' && !access.isLimited;
  const policy = gitHubPolicy(isUnlimited ? 'unlimited' : access.edition, access.writeInterval);
  const met: MetLimit[] = [];
  const client = createHttpClient({
    ...services,
    onLimit: (limit) => void (met.length < mostMet && met.push(limit)),
    baseUrl: access.apiUrl,
    authorization: authorizationHeader(access.authorization),
    policy,
  });
  const gitSide = createHttpClient({
    ...services,
    baseUrl: access.gitUrl,
    authorization: authorizationHeader({ scheme: 'basic', ...access.git }),
    policy,
  });
  const github = {
    host: client.host,
    webUrl: access.gitUrl,
    send: createRoutes(client, access.edition),
    graphQl: createGraphQl(client, graphQlUrl(access.apiUrl, access.edition)),
    log: services.log,
    reviewCost: { countsComments: false },
  };
  return {
    kind: 'github',
    hostname: client.host,
    webUrl: access.gitUrl,
    limits: gitHubLimits(access),
    naming: { normalizeSecretName },
    async verifyCredentials(request) {
      const account = await verifyCredentials(github, request?.signal);
      await client.shareBudget(account.id);
      return account;
    },
    checkUp: (request) => checkUp(github, request),
    listOwners: (request) => listOwners(github, request),
    findOwner: (request) => findOwner(github, request),
    findSideEffects: (request) => findSideEffects(github, request),
    findTokenGaps: (request) => findTokenGaps(github, { ...request, token: access.git.password }),
    ...createRepositoryPort(github),
    pullRequests: createPullRequestPort(github),
    secrets: createSecretPort(github, access.gitUrl),
    settings: createSettingsPort(github),
    audit: createAuditPort({ github, gitSide, gitPath }),
    closure: createClosurePort(github),
    people: createPeoplePort(github),
    importer: createImporterPort({ github, access, services }),
    pace: {
      adopt({ contentMilliseconds = 0, countsReviewComments = false }) {
        client.spaceContent(contentMilliseconds);
        github.reviewCost.countsComments = countsReviewComments;
      },
      limitsMet: () => [...met],
      readBudget: (request) => readBudget(github, request?.signal),
    },
    gitAccess: (repository) => ({
      url: `${access.gitUrl}/${gitPath(repository)}.git`,
      credential: access.git,
    }),
  };
}

/** Only `repo` is demanded here: whether `workflow` and `admin:org` are needed depends on what is migrated. */
async function verifyCredentials(github: GitHub, signal: AbortSignal | undefined) {
  const answer = await github.send('GET /user', {}, { creates: false, signal });
  const user = parseResponse(userSchema, answer, github.host, 'GET /user');
  const scopes = grantedScopes(answer);
  if (missingScopes(scopes, ['repo']).length > 0) throw repoScopeMissing(github.host, scopes ?? []);
  return {
    id: String(user.id),
    username: user.login,
    displayName: user.name ?? user.login,
    scopes,
  };
}

/** Names come from a plan that anybody may have written: nothing in them may change the address. */
function gitPath({ owner, name }: RepositoryName): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(owner) && normalizeRepositoryName(name) === name) {
    return `${owner}/${name}`;
  }
  throw new MigratorError('input-file', `${owner}/${name} is not a valid repository name`, {
    hint: 'Change its target in the plan.',
  });
}

/** Refusals are counted in tens; a host may send any number. */
const mostMet = 100;

const megabyte = 1024 * 1024;

/** Returns what GitHub's documentation says its git side refuses. */
function gitHubLimits({ edition, isLimited }: GitHubAccess): TargetLimits {
  const cloud = edition === 'cloud';
  return {
    // An administrator of Enterprise Server can set another.
    maxFileBytes: cloud ? 100 * megabyte : null,
    maxPushBytes: 2048 * megabyte,
    maxRefNameBytes: 255,
    requiresLfsObjects: cloud,
    pushesPerMinute: isLimited ? 6 : null,
    mergesPerMinute: isLimited ? 1 : null,
    // "Make requests serially", says GitHub of its own service; its pace would not let more through either.
    concurrentWrites: isLimited ? 1 : 4,
    // GitHub has been seen to fail with more; half of it takes most repositories in one push.
    refsPerPush: 500,
    // The documented 65,536, of which GitHub counts some twice.
    bodyCharacters: 60_000,
    // With many more GitHub answers with an error after making some.
    commentsPerReview: 25,
  };
}
