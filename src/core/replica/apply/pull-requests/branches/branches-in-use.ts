import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';
import { readRecord } from '../../../recorded/pull-requests/pull-request-record.ts';

/**
 * Branches of the target that may not be deleted, with the pull request that is open between them: the target would close
 * it. Pure.
 */
export function branchesInUse(objects: readonly CreatedObject[]): ReadonlyMap<string, number> {
  const inUse = new Map<string, number>();
  for (const object of objects) {
    const record = readRecord(object);
    if (record?.outcome !== 'open' || record.state === null) continue;
    for (const branch of [record.headBranch, record.base]) {
      if (branch !== '') inUse.set(`refs/heads/${branch}`, Number(object.sourceId));
    }
  }
  return inUse;
}

/**
 * The same of all that is open on the target, also what people have opened or reopened there.
 * @returns numbers on the target
 */
export async function branchesInUseThere({
  target,
  targetName,
  signal,
}: Pick<RepositoryContext, 'target' | 'targetName' | 'signal'>): Promise<
  ReadonlyMap<string, number>
> {
  const inUse = new Map<string, number>();
  const pages = target.pullRequests.list({ ...targetName, onlyOpen: true, signal });
  for await (const page of pages) {
    for (const { number, head, base } of page) {
      for (const { branch } of [head, base]) inUse.set(`refs/heads/${branch}`, number);
    }
  }
  return inUse;
}
