import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import type { HttpClient } from '../../../network/http/http-client.ts';
import { factsOf } from '../../../network/response/response.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { TargetAudit } from '../../../ports/target-audit.ts';
import { parseResponse } from '../rest/parse-response.ts';

const mediaType = 'application/vnd.git-lfs+json';
/** Of one batch; the host takes no more. */
const objectsPerRequest = 100;

const batchSchema = z.object({
  objects: z.array(
    z.object({
      oid: z.string(),
      size: z.number().nullable().catch(null),
      actions: z.object({ download: z.unknown() }).nullable().catch(null),
      error: z.object({ code: z.number() }).nullable().catch(null),
    }),
  ),
});

type LfsObjects = Parameters<TargetAudit['findMissingLfsObjects']>[0]['objects'];

/**
 * Asks the LFS batch interface where each object could be had, and fetches none. An object that the answer does not name counts as
 * missing.
 * @param options.path of the repository below the host's address
 */
export async function findMissingLfsObjects(
  client: HttpClient,
  options: { path: string; objects: LfsObjects } & Cancellable,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (let start = 0; start < options.objects.length; start += objectsPerRequest) {
    const some = options.objects.slice(start, start + objectsPerRequest);
    const there = await askFor(client, options, some);
    for (const { oid, size } of some) {
      if (!there.has(oid) || there.get(oid) !== size) missing.add(oid);
    }
  }
  return missing;
}

async function askFor(
  client: HttpClient,
  { path, signal }: { path: string } & Cancellable,
  objects: LfsObjects,
): Promise<ReadonlyMap<string, number>> {
  const answer = await client.request({
    method: 'POST',
    path: `${path}/info/lfs/objects/batch`,
    body: { operation: 'download', transfers: ['basic'], objects },
    accept: mediaType,
    headers: { 'content-type': mediaType },
    creates: false,
    expectedStatuses: [401, 403, 404],
    signal,
  });
  if (answer.status >= 400) {
    throw new MigratorError(
      answer.status === 401 ? 'credentials' : 'permission',
      `${client.host} does not let DST_TOKEN query the LFS objects of ${path}`,
      {
        hint: 'Use a token with the repo scope, from an account that can read the repository.',
        ...factsOf(answer),
      },
    );
  }
  const { objects: rows } = parseResponse(
    batchSchema,
    answer,
    client.host,
    `LFS objects of ${path}`,
  );
  const there = rows.filter(({ error, actions }) => error === null && actions?.download);
  const sizes = new Map(objects.map(({ oid, size }) => [oid, size]));
  return new Map(there.map(({ oid, size }) => [oid, size ?? sizes.get(oid) ?? 0]));
}
