import { checkBaseUrl } from '../../kernel/base-url.ts';
import { listed, readVariable, readWord, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Authorization } from './authorization.ts';

/** A token, and the variable that messages call it by. */
export interface NamedToken {
  readonly variable: string;
  readonly token: string;
}

export interface BitbucketCloudAccess {
  readonly kind: 'bitbucket-cloud';
  readonly variant: BitbucketCloudVariant;
  readonly authorization: Authorization;
  /** For git, which may need another than the REST API. */
  readonly git: { readonly username: string; readonly password: string };
  /** All access tokens, the first one that of `authorization`; empty for other variants. */
  readonly tokens: readonly NamedToken[];
  /** Tried if the host refuses the first: a user name that is no email address may be meant after all. */
  readonly otherwise?: Identity;
  /** Without a trailing slash, like `gitUrl`. */
  readonly apiUrl: string;
  readonly gitUrl: string;
}

export interface DataCenterAccess {
  readonly kind: 'bitbucket-data-center';
  /** An HTTP access token; those of a project or a repository work only as bearers. */
  readonly token: string;
  /** All of them, `token` first. */
  readonly tokens: readonly NamedToken[];
  /** With the server's context path, without a trailing slash. */
  readonly baseUrl: string;
}

export type SourceAccess = BitbucketCloudAccess | DataCenterAccess;

interface Reading {
  readonly variables: Variables;
  /** Whether Git data will be read: lists need no address of Git. */
  readonly usesGit: boolean;
}

export type Identity = Pick<BitbucketCloudAccess, 'authorization' | 'git'>;

export type BitbucketCloudVariant = 'api-token' | 'app-password' | 'access-token';

/** Of these several may be set, numbered: `SRC_ACCESS_TOKEN_1`. */
const numberedVariables = ['SRC_ACCESS_TOKEN', 'SRC_TOKEN'];

const secretVariables = ['SRC_API_TOKEN', 'SRC_APP_PASSWORD', 'SRC_ACCESS_TOKEN', 'SRC_TOKEN'];

/** Makes an API token work without naming its owner. */
const apiTokenUser = 'x-bitbucket-api-token-auth';
const accessTokenUser = 'x-token-auth';

const makeToken =
  'Create an API token with scopes (read:user:bitbucket, read:repository:bitbucket, read:pullrequest:bitbucket; for secrets also read:pipeline:bitbucket) at https://id.atlassian.com/manage-profile/security/api-tokens. Set SRC_USERNAME to your email address and SRC_API_TOKEN to the token.';

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

/** The variable itself and its numbered ones that are set, in the order of their numbers. Pure. */
export function namesOf(variables: Variables, name: string): readonly string[] {
  const own = readVariable(variables, name) === null ? [] : [name];
  if (!numberedVariables.includes(name)) return own;
  const numbered = Object.keys(variables)
    .filter((one) => baseVariable(one) === name && one !== name)
    .filter((one) => readVariable(variables, one) !== null);
  return [...own, ...numbered.sort((a, b) => numberOf(a) - numberOf(b))];
}

/** How many tokens would be used side by side, without a look at them. Pure. */
export function sourceTokensOf(variables: Variables): number {
  const counts = numberedVariables.map((name) => namesOf(variables, name).length);
  return Math.max(1, ...counts);
}

/** `SRC_TOKEN` of `SRC_TOKEN_2`; any other name as it is. */
export function baseVariable(name: string): string {
  const base = name.replace(/_\d+$/, '');
  return numberedVariables.includes(base) ? base : name;
}

function numberOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

/** @throws `configuration` where one token is given twice: its allowance would be counted twice */
function tokensOf(variables: Variables, name: string): readonly [NamedToken, ...NamedToken[]] {
  const tokens = namesOf(variables, name).map((variable) => {
    return { variable, token: secretOf(variables, variable) };
  });
  for (const { variable, token } of tokens) {
    const same = tokens.find((one) => one.token === token && one.variable !== variable);
    if (same === undefined) continue;
    throw new MigratorError(
      'configuration',
      `${variable} and ${same.variable} are the same token`,
      {
        hint: 'Unset one of them. Each token is given once.',
      },
    );
  }
  const [first = { variable: name, token: '' }, ...others] = tokens;
  return [first, ...others];
}

/**
 * Where the source is, without its credentials: what SRC_DATA_CENTER_URL names wins over Bitbucket Cloud. Pure.
 * @throws `configuration` if an address is malformed
 */
export function sourceAddresses(
  variables: Variables,
): Pick<BitbucketCloudAccess, 'apiUrl' | 'gitUrl'> {
  const dataCenter = readVariable(variables, 'SRC_DATA_CENTER_URL');
  if (dataCenter === null) return addresses({ variables, usesGit: false });
  const baseUrl = checkBaseUrl(dataCenter, 'SRC_DATA_CENTER_URL');
  return { apiUrl: `${baseUrl}/rest`, gitUrl: `${baseUrl}/scm` };
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
    ...addresses(reading),
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
    ...addresses(reading),
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
    ...addresses(reading),
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
      'Set SRC_TOKEN to an HTTP access token of that server.',
    );
  }
  if (username !== null) {
    return incomplete('SRC_USERNAME is set, but SRC_API_TOKEN is not', makeToken);
  }
  return new MigratorError('credentials', 'No credentials for the source', {
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

function secretOf(variables: Variables, name: string): string {
  return readWord(variables, name) ?? '';
}

/** A colon ends the user name in Basic authentication. */
function withoutColon(username: string): string {
  if (!username.includes(':')) return username;
  throw new MigratorError('configuration', 'SRC_USERNAME contains a colon', {
    hint: 'Set SRC_USERNAME to only the email address or username.',
  });
}

function addresses({
  variables,
  usesGit,
}: Reading): Pick<BitbucketCloudAccess, 'apiUrl' | 'gitUrl'> {
  const api = readVariable(variables, 'SRC_API_URL');
  const git = readVariable(variables, 'SRC_GIT_URL');
  const isHalf = (api === null) !== (git === null);
  if (isHalf && (usesGit || api === null)) {
    const [set, unset] = git === null ? ['API', 'GIT'] : ['GIT', 'API'];
    throw incomplete(
      `SRC_${set}_URL is set, but SRC_${unset}_URL is not`,
      'Set both: the credentials would otherwise go to two different hosts.',
    );
  }
  return {
    apiUrl: checkBaseUrl(api ?? 'https://api.bitbucket.org', 'SRC_API_URL'),
    gitUrl: checkBaseUrl(git ?? 'https://bitbucket.org', 'SRC_GIT_URL'),
  };
}

function incomplete(message: string, hint: string): MigratorError {
  return new MigratorError('configuration', message, { hint });
}
