import type { MigratorError } from '../../../kernel/errors.ts';
import { type BitbucketCloud, get } from './reading.ts';

/** A valid access token gets 401 outside its scope; one that was revoked also for a list that it could read before. */
export async function isRefused(
  bitbucket: BitbucketCloud,
  { code }: MigratorError,
  { opened, signal }: { opened: string | null; signal: AbortSignal | undefined },
): Promise<boolean> {
  if (code === 'permission') return true;
  if (code !== 'credentials' || bitbucket.access.variant !== 'access-token') return false;
  if (opened === null) return true;
  const again = { path: opened, query: { fields: 'size' }, expectedStatuses: [400, 401, 403, 404] };
  return (await get(bitbucket, { ...again, signal })).status !== 401;
}
