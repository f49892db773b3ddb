import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { OwnRequest } from '../model/own-requests.ts';

const branchSchema = z.object({
  ref: z.string(),
  commit: z.string(),
  /** Pushed before it, or about to be when a run was killed. */
  earlier: z.array(z.string()).default([]),
});

export type RequestBranch = Readonly<z.infer<typeof branchSchema>>;

/** The branches that migrator's own pull requests were opened from. */
export const requestBranches = {
  settings: defineDocument('refs', 'settings', branchSchema),
  pipelines: defineDocument('refs', 'pipelines', branchSchema),
} satisfies Record<OwnRequest['branch'], unknown>;

interface Reading {
  readonly records: Pick<RepositoryRecords, 'findObject'>;
}

/** Records the commit of such a branch before it is pushed: any other commit there is somebody else's. */
export async function recordRequestBranch(
  { records }: Reading & { readonly records: Pick<RepositoryRecords, 'saveDocument'> },
  which: OwnRequest['branch'],
  branch: Omit<RequestBranch, 'earlier'>,
): Promise<void> {
  const pushed = await findRequestCommits({ records }, which);
  const earlier = pushed.filter((one) => one !== branch.commit);
  await requestBranches[which].save(records, { ...branch, earlier });
}

/** Commits that we may have pushed to it. */
export async function findRequestCommits(
  { records }: Reading,
  which: OwnRequest['branch'],
): Promise<readonly string[]> {
  const found = await requestBranches[which].read(records);
  return found === null ? [] : [found.commit, ...found.earlier];
}

/** Full names of those that were pushed. */
export async function findRequestRefs({ records }: Reading): Promise<readonly string[]> {
  const found: string[] = [];
  for (const document of Object.values(requestBranches)) {
    const branch = await document.read(records);
    if (branch !== null) found.push(branch.ref);
  }
  return found;
}
