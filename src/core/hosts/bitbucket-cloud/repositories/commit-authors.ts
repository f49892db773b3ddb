import * as z from 'zod';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { CommitAddress } from '../../../ports/source-host.ts';
import { type BitbucketCloud, get, notUnderstood } from '../http/reading.ts';
import { repositoryPath } from '../names/names.ts';
import { person } from '../names/people.ts';

/** `user` is there where the address belongs to an account. */
const authorRow = z
  .object({ author: z.object({ raw: z.string(), user: person.optional() }) })
  .nullable()
  .catch(null);

const page = z.object({ values: z.array(authorRow) });

const fields = ['raw', 'user'].map((name) => `values.author.${name}`).join(',');

/** Reads one page of commits. An empty repository has none. */
export async function listCommitAuthors(
  bitbucket: BitbucketCloud,
  { signal, ...name }: SourceRepositoryName & Cancellable,
): Promise<readonly CommitAddress[]> {
  const path = `${repositoryPath(name)}/commits`;
  const answer = await get(bitbucket, {
    path,
    query: { pagelen: 100, fields },
    expectedStatuses: [404],
    isRepository: true,
    signal,
  });
  if (answer.status === 404) return [];
  const parsed = page.safeParse(answer.json);
  if (!parsed.success) throw notUnderstood(bitbucket, path);
  return parsed.data.values.flatMap((row): readonly CommitAddress[] => {
    const email = /<([^<>\s]{1,200}@[^<>\s]{1,200})>\s*$/.exec(row?.author.raw ?? '')?.[1];
    const user = row?.author.user ?? null;
    return user === null || email === undefined ? [] : [{ person: user, email }];
  });
}
