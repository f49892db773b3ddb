import { importsSome } from '../../choices/engine.ts';
import type { KeptOptions } from '../../choices/kept-options.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { freeBytes } from '../../run/control/check-disk-space.ts';
import { createLanes, fixedLanes, type Lanes } from '../../work/lanes.ts';

/** Imports that wait at the same time: the importer queues them itself. */
const mostWaiting = 100;
/** An archive lies beside its mirror, and git unpacks some; loose objects take several times the space of a pack, twice. */
const copies = { github: 3, 'bitbucket-server': 12 } as const;

/**
 * While GitHub imports a repository, which may take hours, the next one is read, as long as the disk has room for those that are at
 * work.
 */
export function importLanes(job: {
  readonly kept: KeptOptions;
  readonly plan: Plan;
  readonly sources: ReadonlyMap<string, SourceRepository>;
  readonly workers: number;
  readonly workFolder: string;
}): Lanes {
  const { kept, plan, sources, workers, workFolder } = job;
  if (!importsSome(kept, plan)) return fixedLanes();
  const largest = Math.max(0, ...[...sources.values()].map(({ sizeBytes }) => sizeBytes ?? 0));
  const needed = copies[kept.archive_format] * largest * (workers + 1);
  return createLanes({
    mostWaiting,
    mayStart: async () => ((await freeBytes(workFolder)) ?? Number.POSITIVE_INFINITY) >= needed,
  });
}
