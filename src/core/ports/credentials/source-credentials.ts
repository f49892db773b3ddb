import { checkBaseUrl } from '../../kernel/base-url.ts';
import { listed, readVariable, readWord, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { incomplete } from './incomplete.ts';
import { apiTokenScopes } from './scope-needs.ts';
import type {
  BitbucketCloudAccess,
  DataCenterAccess,
  Identity,
  SourceAccess,
} from './source-access.ts';
import { cloudAddresses, type Reading } from './source-addresses.ts';
import { namesOf, secretOf, tokensOf } from './source-tokens.ts';

const secretVariables = ['SRC_API_TOKEN', 'SRC_APP_PASSWORD', 'SRC_ACCESS_TOKEN', 'SRC_TOKEN'];

/** Makes an API token work without naming its owner. */
const apiTokenUser = 'x-bitbucket-api-token-auth';
const accessTokenUser = 'x-token-auth';

const makeToken = `Create an API token with scopes (${apiTokenScopes}) at https://id.atlassian.com/manage-profile/security/api-tokens. Set SRC_USERNAME to your email address and SRC_API_TOKEN to the token.`;

/**
 * Reads the credentials of the source. Pure: it decides before any request, so that a token never goes to a wrong host.
 * @throws `credentials` if there are none; `configuration` if they are incomplete, ambiguous or malformed
 */
export function readSourceCredentials(
  variables: Variables,
  { usesGit }: { usesGit: boolean } = { usesGit: true },
): SourceAccess {
  const reading = { variables, usesGit };
  const secrets = secretVariables.filter((name) => namesOf(variables, name).length > 0);
  if (secrets.length > 1) {
    throw new MigratorError(
      'configuration',
      `${listed(secrets.flatMap((name) => namesOf(variables, name)[0] ?? []))} are set at the same time: unclear which credentials to use`,
      { hint: `Keep one of them and unset the others.` },
    );
  }
  const username = readWord(variables, 'SRC_USERNAME');
  const dataCenter = readVariable(variables, 'SRC_DATA_CENTER_URL');
  switch (secrets[0]) {
    case 'SRC_API_TOKEN':
      refuseAddress(dataCenter, 'SRC_API_TOKEN');
      return apiToken(reading, username);
    case 'SRC_APP_PASSWORD':
      refuseAddress(dataCenter, 'SRC_APP_PASSWORD');
      return appPassword(reading, username);
    case 'SRC_ACCESS_TOKEN':
      refuseAddress(dataCenter, 'SRC_ACCESS_TOKEN');
      return accessToken(reading);
    case 'SRC_TOKEN':
      return dataCenterToken(variables, dataCenter);
    default:
      throw noSecret(username, dataCenter);
  }
}

function apiToken(reading: Reading, username: string | null): BitbucketCloudAccess {
  const { variables } = reading;
  const password = secretOf(variables, 'SRC_API_TOKEN');
  // Only an e-mail address names the owner of an API token; a Bitbucket user name is refused by REST.
  const hasAddress = username?.includes('@') ?? false;
  const owner = username !== null && hasAddress ? username : apiTokenUser;
  const pair = { username: withoutColon(username ?? apiTokenUser), password };
  return {
    kind: 'bitbucket-cloud',
    variant: 'api-token',
    authorization: { scheme: 'basic', username: withoutColon(owner), password },
    git: { username: apiTokenUser, password },
    tokens: [],
    ...(username === null || hasAddress
      ? {}
      : { otherwise: { authorization: { scheme: 'basic', ...pair }, git: pair } }),
    ...cloudAddresses(reading),
  };
}

function appPassword(reading: Reading, username: string | null): BitbucketCloudAccess {
  const { variables } = reading;
  if (username === null) {
    throw incomplete(
      'SRC_APP_PASSWORD is set, but SRC_USERNAME is not',
      'Set SRC_USERNAME to your Bitbucket username.',
    );
  }
  const pair = {
    username: withoutColon(username),
    password: secretOf(variables, 'SRC_APP_PASSWORD'),
  };
  return {
    kind: 'bitbucket-cloud',
    variant: 'app-password',
    authorization: { scheme: 'basic', ...pair },
    git: pair,
    tokens: [],
    ...cloudAddresses(reading),
  };
}

/** It has no user name: SRC_USERNAME is ignored. */
function accessToken(reading: Reading): BitbucketCloudAccess {
  const tokens = tokensOf(reading.variables, 'SRC_ACCESS_TOKEN');
  return {
    kind: 'bitbucket-cloud',
    variant: 'access-token',
    ...accessTokenIdentity(tokens[0].token),
    tokens,
    ...cloudAddresses(reading),
  };
}

export function accessTokenIdentity(token: string): Identity {
  return {
    authorization: { scheme: 'bearer', token },
    git: { username: accessTokenUser, password: token },
  };
}

/** SRC_TOKEN is sent to one Data Center only. */
function dataCenterToken(variables: Variables, address: string | null): DataCenterAccess {
  const tokens = tokensOf(variables, 'SRC_TOKEN');
  if (address === null) {
    throw incomplete(
      'SRC_TOKEN is set, but SRC_DATA_CENTER_URL is not',
      'SRC_TOKEN is for Bitbucket Data Center: set SRC_DATA_CENTER_URL too. For Bitbucket Cloud, use SRC_USERNAME and SRC_API_TOKEN.',
    );
  }
  return {
    kind: 'bitbucket-data-center',
    token: tokens[0].token,
    tokens,
    baseUrl: checkBaseUrl(address, 'SRC_DATA_CENTER_URL'),
  };
}

function noSecret(username: string | null, dataCenter: string | null): MigratorError {
  if (dataCenter !== null) {
    return incomplete(
      'SRC_DATA_CENTER_URL is set, but SRC_TOKEN is not',
      'Set SRC_TOKEN to an HTTP access token for that server.',
    );
  }
  if (username !== null) {
    return incomplete('SRC_USERNAME is set, but SRC_API_TOKEN is not', makeToken);
  }
  return new MigratorError('credentials', 'No Bitbucket credentials', {
    hint: makeToken,
  });
}

function refuseAddress(dataCenter: string | null, secret: string): void {
  if (dataCenter === null) return;
  throw incomplete(
    `SRC_DATA_CENTER_URL is set together with ${secret}, which is for Bitbucket Cloud`,
    `Unset SRC_DATA_CENTER_URL, or use it with SRC_TOKEN.`,
  );
}

/** A colon ends the user name in Basic authentication. */
function withoutColon(username: string): string {
  if (!username.includes(':')) return username;
  throw new MigratorError('configuration', 'SRC_USERNAME contains a colon', {
    hint: 'Set SRC_USERNAME to only the email address or username.',
  });
}
