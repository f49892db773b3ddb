import { readFile } from 'node:fs/promises';
import type { Migration } from '../ports/records/migration.ts';
import type { Store } from '../ports/store.ts';
import { rewrittenHistory } from '../replica/recorded/rewritten-history.ts';
import type { Arrived } from './arrived.ts';
import { moveBranchesPowershell, moveBranchesShell } from './move-branches.ts';

interface HandedOver {
  readonly files: readonly {
    readonly name: string;
    readonly purpose: string;
    readonly text: string;
  }[];
  /** Commit maps that are not on this machine. */
  readonly missing: readonly string[];
}

/** Collects what people need to move their branches to rewritten histories; nothing where there are none. */
export async function rewrittenFiles(
  store: Store,
  { id }: Migration,
  arrived: readonly Arrived[],
): Promise<HandedOver> {
  const maps: HandedOver['files'][number][] = [];
  const missing: string[] = [];
  for (const { planned } of arrived) {
    if (planned === undefined) continue;
    const { source: repository, target } = planned;
    const history = await rewrittenHistory.find(store, { migration: id, repository });
    if (history?.maps == null) continue;
    const { csv, filter_repo } = history.maps;
    for (const [path, ending, purpose] of [
      [csv, 'csv', 'its changed commits, for move-branches'],
      [filter_repo, 'txt', "all its commits, in git-filter-repo's format"],
    ] as const) {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) missing.push(path);
      else maps.push({ name: `${target}.commit-map.${ending}`, purpose, text });
    }
  }
  if (maps.length === 0) return { files: [], missing };
  return {
    files: [
      {
        name: 'move-branches.sh',
        purpose: 'moves branches of a clone to a rewritten history',
        text: moveBranchesShell,
      },
      {
        name: 'move-branches.ps1',
        purpose: 'the same for PowerShell',
        text: moveBranchesPowershell,
      },
      ...maps,
    ],
    missing,
  };
}
