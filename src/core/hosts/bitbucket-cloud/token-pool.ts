import type { CredentialClient } from '../../network/http/http-client.ts';
import type { HttpServices } from '../../network/http/http-request.ts';
import type { BitbucketCloudAccess, Identity } from '../../ports/credentials/source-access.ts';
import { accessTokenIdentity } from '../../ports/credentials/source-credentials.ts';
import type { Account } from '../../ports/records/account.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { accountOfAll } from '../shared/credentials/account-of-all.ts';
import { CredentialPool } from '../shared/credentials/credential-pool.ts';
import type { BitbucketCloud, CloudCredential } from './http/reading.ts';
import { verifyAccessToken } from './repositories/verify-access-token.ts';

/** Several access tokens as one credential; `null` for anything else. */
export function poolOf(
  { tokens }: Pick<BitbucketCloudAccess, 'tokens'>,
  { clock, log }: Pick<HttpServices, 'clock' | 'log'>,
  clientOf: (identity: Identity) => CredentialClient,
): CredentialPool<CloudCredential> | null {
  const [first, ...others] = tokens.map((named): CloudCredential => {
    const identity = accessTokenIdentity(named.token);
    return { ...named, ...identity, client: clientOf(identity) };
  });
  if (first === undefined || others.length === 0) return null;
  return new CredentialPool({
    credentials: [first, ...others],
    clock,
    repositoryOf,
    isGone: ({ status }) => status === 401,
    warn: (message) => log('warn', message),
  });
}

/** `acme/web-shop` of a path or an address below `/2.0/repositories`. */
function repositoryOf(path: string): string | null {
  const [, name] = /\/2\.0\/repositories\/([^/?#]+\/[^/?#]+)/.exec(path) ?? [];
  return name?.toLowerCase() ?? null;
}

/** A token of one repository says nothing of others: so many of a plan are tried for each. */
const mostRepositories = 25;

/** All tokens, each by itself. @throws the refusal of the first that is refused, naming it */
export async function verifyTokens(
  bitbucket: BitbucketCloud,
  pool: CredentialPool<CloudCredential>,
  request: Parameters<SourceHost['verifyCredentials']>[0],
): Promise<Account> {
  const checked = await pool.verifyEach((credential) => {
    const access = { ...bitbucket.access, tokens: [credential] };
    const one = { ...bitbucket, access, client: credential.client };
    return verifyAccessToken(one, request, mostRepositories);
  });
  return accountOfAll(checked);
}
