import { checkBaseUrl, isLoopback } from '../../kernel/base-url.ts';
import { readVariable, readWord, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Authorization } from './authorization.ts';

/** Access to a GitHub, as the variables give it. */
export interface GitHubAccess {
  readonly edition: GitHubEdition;
  readonly authorization: Authorization;
  readonly git: { readonly username: string; readonly password: string };
  /** Without a slash at its end, as is `gitUrl`. */
  readonly apiUrl: string;
  readonly gitUrl: string;
  /** Where archives for GitHub's importer go; `null`: unknown, or the edition has no importer. */
  readonly uploadsUrl: string | null;
  /** Milliseconds between two writing requests; `undefined`: as the edition asks for. */
  readonly writeInterval?: number;
  /** True: it limits everybody by itself, as GitHub documents for its own service. */
  readonly isLimited: boolean;
}

/** GitHub.com and `*.ghe.com` behave alike; Enterprise Server has no limits unless its administrator sets them. */
export type GitHubEdition = 'cloud' | 'enterprise-server';

type Addresses = Pick<GitHubAccess, 'edition' | 'apiUrl' | 'gitUrl' | 'uploadsUrl'>;

const gitHubCom: Addresses = {
  edition: 'cloud',
  apiUrl: 'https://api.github.com',
  gitUrl: 'https://github.com',
  uploadsUrl: 'https://uploads.github.com',
};

const makeToken =
  'Create a classic personal access token with the scopes repo, admin:org and workflow at https://github.com/settings/tokens (or your enterprise). Set DST_TOKEN to it.';

/**
 * Reads the credentials of the target. Pure; decides before any request is made.
 * @throws `credentials` if there are none; `configuration` if something is malformed or incomplete
 */
export function readTargetCredentials(variables: Variables): GitHubAccess {
  const addresses = targetAddresses(variables);
  const token = readWord(variables, 'DST_TOKEN');
  if (token === null) {
    throw new MigratorError('credentials', 'No GitHub credentials', {
      hint: makeToken,
    });
  }
  return {
    ...addresses,
    authorization: { scheme: 'token', token },
    // Works for personal tokens and those of apps alike.
    git: { username: 'x-access-token', password: token },
    ...writeIntervalOf(variables, addresses),
    isLimited: isLimited(variables, addresses),
  };
}

const longestWriteInterval = 60;

/** Nothing on loopback asks for the second that GitHub asks for. */
function writeIntervalOf(
  variables: Variables,
  { apiUrl }: Addresses,
): Pick<GitHubAccess, 'writeInterval'> {
  const text = readVariable(variables, 'DST_WRITE_INTERVAL');
  if (text === null) return isLoopback(new URL(apiUrl).hostname) ? { writeInterval: 0 } : {};
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= longestWriteInterval) return { writeInterval: 1000 * seconds };
  throw new MigratorError('configuration', 'DST_WRITE_INTERVAL is not a number of seconds', {
    hint: `Use a number from 0 to ${longestWriteInterval}, such as 1 or 0.5, or unset it.`,
  });
}

/**
 * Tells whether the target limits everybody by itself: an Enterprise Server does not. Asks nobody and needs no token;
 * where the addresses cannot be used, it is GitHub.com that is reckoned with.
 */
export function isTargetLimited(variables: Variables): boolean {
  try {
    return isLimited(variables, targetAddresses(variables));
  } catch {
    return true;
  }
}

/**
 * An Enterprise Server does not, nor a GitHub on this machine that plays none of the limits.
 * @throws `configuration` for `DST_LIMITS` elsewhere, where nobody can switch limits off
 */
function isLimited(variables: Variables, { edition, apiUrl }: Addresses): boolean {
  const text = readVariable(variables, 'DST_LIMITS');
  if (text === null) return edition === 'cloud';
  if (text === 'none' && isLoopback(new URL(apiUrl).hostname)) return false;
  throw new MigratorError('configuration', 'DST_LIMITS is only for a target on this machine', {
    hint: "Unset it. Elsewhere, GitHub's documented limits always apply.",
  });
}

/**
 * Where the target is, without its token. Pure.
 * @throws `configuration` if an address is malformed, or one of two is missing
 */
export function targetAddresses(variables: Variables): Addresses {
  const enterprise = readVariable(variables, 'DST_ENTERPRISE_URL');
  const api = readVariable(variables, 'DST_API_URL');
  const git = readVariable(variables, 'DST_GIT_URL');
  if (enterprise !== null && (api !== null || git !== null)) {
    const other = api === null ? 'DST_GIT_URL' : 'DST_API_URL';
    throw new MigratorError('configuration', `DST_ENTERPRISE_URL and ${other} are both set`, {
      hint: 'Unset one of them: the token would otherwise go to two different hosts.',
    });
  }
  if (enterprise === null && (api === null) !== (git === null)) {
    const [set, unset] = git === null ? ['API', 'GIT'] : ['GIT', 'API'];
    throw new MigratorError('configuration', `DST_${set}_URL is set, but DST_${unset}_URL is not`, {
      hint: 'Set both, or DST_ENTERPRISE_URL: the token would otherwise go to two different hosts.',
    });
  }
  const base =
    enterprise === null
      ? gitHubCom
      : enterpriseAddresses(checkBaseUrl(enterprise, 'DST_ENTERPRISE_URL'));
  const apiUrl = api === null ? base.apiUrl : checkBaseUrl(api, 'DST_API_URL');
  const edition = apiUrl.endsWith('/api/v3') ? 'enterprise-server' : base.edition;
  // It belongs to the address of the API: beside another one, the token would go to two different hosts.
  const uploads = api === null ? null : readVariable(variables, 'DST_UPLOADS_URL');
  return {
    edition,
    apiUrl,
    gitUrl: git === null ? base.gitUrl : checkBaseUrl(git, 'DST_GIT_URL'),
    uploadsUrl: uploads === null ? uploadsBeside(apiUrl) : checkBaseUrl(uploads, 'DST_UPLOADS_URL'),
  };
}

/** Only GitHub.com and `*.ghe.com` have such a host, each beside its API. */
function uploadsBeside(apiUrl: string): string | null {
  const { hostname, origin } = new URL(apiUrl);
  if (origin === gitHubCom.apiUrl) return gitHubCom.uploadsUrl;
  const isTenant = /^api\.[a-z0-9-]+\.ghe\.com$/.test(hostname) && origin === `https://${hostname}`;
  return isTenant ? `https://uploads.${hostname.slice('api.'.length)}` : null;
}

/**
 * People give the page that they open or the address of the API. `*.ghe.com` has its API at `api.`, without the
 * `/api/v3` of Enterprise Server.
 */
function enterpriseAddresses(base: string): Addresses {
  const { hostname, origin } = new URL(base);
  if (hostname === 'github.com' || hostname === 'api.github.com') return gitHubCom;
  if (hostname.endsWith('.ghe.com')) {
    const name = hostname.replace(/^api\./, '');
    const apiUrl = `https://api.${name}`;
    return {
      ...{ edition: 'cloud', apiUrl, gitUrl: `https://${name}` },
      uploadsUrl: uploadsBeside(apiUrl),
    };
  }
  return {
    edition: 'enterprise-server',
    apiUrl: `${origin}/api/v3`,
    gitUrl: origin,
    uploadsUrl: null,
  };
}
