import type { BitbucketCloudAccess } from '../../../src/core/ports/credentials/source-access.ts';
import { readSourceCredentials } from '../../../src/core/ports/credentials/source-credentials.ts';

/** Reads what the variables say of Bitbucket Cloud. */
export function readCloudCredentials(
  ...given: Parameters<typeof readSourceCredentials>
): BitbucketCloudAccess {
  const access = readSourceCredentials(...given);
  if (access.kind !== 'bitbucket-cloud') throw new Error(`These are for a ${access.kind}`);
  return access;
}
