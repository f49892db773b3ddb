import * as z from 'zod';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import { type DataCenter, get, notUnderstood } from '../http/reading.ts';
import { repositoryAddress } from '../names.ts';

const commitSchema = z.object({ id: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/i) });

/** A Data Center tells full hashes everywhere: those cost no request, and Git finds out whether they are there. */
export async function expandCommit(
  dataCenter: DataCenter,
  request: SourceRepositoryName & { readonly hash: string; readonly signal?: AbortSignal },
): Promise<string | null> {
  const hash = request.hash.toLowerCase();
  if (!/^[0-9a-f]{4,64}$/.test(hash)) return null;
  if (hash.length >= 40) return hash;
  const path = `${repositoryAddress(dataCenter, request).apiPath}/commits/${hash}`;
  const answer = await get(dataCenter, {
    path,
    expectedStatuses: [400, 404],
    signal: request.signal,
  });
  if (answer.status !== 200) return null;
  const read = commitSchema.safeParse(answer.json);
  if (!read.success) throw notUnderstood(dataCenter, `GET ${path}`);
  return read.data.id.toLowerCase();
}
