import { inParallel } from '../../kernel/async/in-parallel.ts';
import { hasCode } from '../../kernel/errors.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { CommitAddress, SourceHost } from '../../ports/source-host.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import { ofOneRepository } from '../scan-refusals.ts';

/** Repositories whose commits are asked for, those that changed last first: one request each. */
export const mostRepositories = 50;
const concurrency = 4;

/**
 * Gives people the addresses that they commit with, where the source hides their own.
 * @throws what concerns all repositories, `interrupted` among it
 */
export async function withAddresses(
  people: readonly SeenPerson[],
  place: {
    readonly source: Pick<SourceHost, 'listCommitAuthors'>;
    readonly workspace: string;
    readonly repositories: readonly Pick<SourceRepository, 'slug' | 'updatedAt'>[];
    readonly signal: AbortSignal;
  },
): Promise<readonly SeenPerson[]> {
  const { source, workspace, repositories, signal } = place;
  const ask = source.listCommitAuthors;
  if (ask === null || people.length === 0) return people;
  const newest = repositories
    .toSorted((one, other) => changedAt(other) - changedAt(one))
    .slice(0, mostRepositories);
  const pages = await inParallel(newest, { concurrency, signal }, async ({ slug }, ending) => {
    try {
      return await ask({ workspace, slug, signal: ending });
    } catch (error) {
      if (hasCode(error, 'permission', ...ofOneRepository)) return [];
      throw error;
    }
  });
  return addAddresses(people, pages.flat());
}

/** Milliseconds since 1970. Pure. */
function changedAt({ updatedAt }: Pick<SourceRepository, 'updatedAt'>): number {
  return updatedAt === null ? 0 : Date.parse(updatedAt);
}

/** Gives each person the address of most of their commits; of equals the first by the alphabet. Pure. */
export function addAddresses(
  people: readonly SeenPerson[],
  found: readonly CommitAddress[],
): readonly SeenPerson[] {
  const byPerson = new Map<string, Map<string, number>>();
  for (const { person, email } of found) {
    const counts = byPerson.get(person.id) ?? new Map<string, number>();
    byPerson.set(person.id, counts);
    const address = email.toLowerCase();
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return people.map((one) => {
    const counts = [...(byPerson.get(one.person.id) ?? [])];
    const [most] = counts.sort(
      ([one, times], [other, others]) => others - times || (one < other ? -1 : 1),
    );
    if (most === undefined || (one.person.email ?? '') !== '') return one;
    return { ...one, person: { ...one.person, email: most[0] } };
  });
}
