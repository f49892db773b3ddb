import { checkBaseUrl } from '../../kernel/base-url.ts';
import { readVariable, type Variables } from '../../kernel/environment.ts';
import { incomplete } from './incomplete.ts';
import type { BitbucketCloudAccess } from './source-access.ts';

type Addresses = Pick<BitbucketCloudAccess, 'apiUrl' | 'gitUrl'>;

export interface Reading {
  readonly variables: Variables;
  /** True if Git data will be read: lists need no address of Git. */
  readonly usesGit: boolean;
}

/**
 * Where the source is, without its credentials: what SRC_DATA_CENTER_URL names wins over Bitbucket Cloud. Pure.
 * @throws `configuration` if an address is malformed
 */
export function sourceAddresses(variables: Variables): Addresses {
  const dataCenter = readVariable(variables, 'SRC_DATA_CENTER_URL');
  if (dataCenter === null) return cloudAddresses({ variables, usesGit: false });
  const baseUrl = checkBaseUrl(dataCenter, 'SRC_DATA_CENTER_URL');
  return { apiUrl: `${baseUrl}/rest`, gitUrl: `${baseUrl}/scm` };
}

/**
 * Returns the addresses of Bitbucket Cloud.
 * @throws `configuration` if one is malformed, or set without the other where both are used
 */
export function cloudAddresses({ variables, usesGit }: Reading): Addresses {
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
