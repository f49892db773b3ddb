import type { KeptBack, MigrationWriter } from '../../../ports/store.ts';

/**
 * Lets workers that an earlier coordinator of a migration has left begin nothing new, so that what is checked now does not change
 * meanwhile. What was begun they go on with, and take over from each other: the checks may have to wait for a host's limit.
 * @returns how they continue as before
 */
export async function keepOtherProcessesBack({
  keepBack,
}: Pick<MigrationWriter, 'keepBack'>): Promise<
  KeptBack & { readonly goOn: () => Promise<unknown> }
> {
  if (keepBack === null) return { isShared: false, working: [], goOn: async () => {} };
  return { ...(await keepBack(true)), goOn: () => keepBack(false) };
}
