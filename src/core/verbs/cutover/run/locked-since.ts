import type { CutoverRepository, CutoverRun } from './cutover-request.ts';

/** Reads when the first of these sources was locked, by whichever run; `null`: none is. */
export async function readLockedSince(
  { services: { store }, migration }: Pick<CutoverRun, 'services' | 'migration'>,
  repositories: readonly Pick<CutoverRepository, 'planned'>[],
): Promise<number | null> {
  let first: number | null = null;
  for (const { planned } of repositories) {
    const rows = await store.listObjects(migration.id, planned.source, 'source-lock');
    for (const { intendedAt } of rows) first = Math.min(first ?? intendedAt, intendedAt);
  }
  return first;
}
