import {
  archivedByCutover,
  readBaseline,
  recordSettings,
} from '../../migration/context/migrated-baseline.ts';
import { openAs } from '../../migration/publication/stays-private.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import { permittedVisibility } from '../../plan/publication.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { CutoverPlace, CutoverRun } from '../run/cutover-request.ts';
import type { PhaseWork } from '../run/in-phase.ts';

/**
 * Lets everybody in for whom the plan opens the target: visibility, issues and pull requests as in a new repository; last of
 * all archived, where the source is. It stays private where the source is private by now, and the plan does not confirm that it
 * is published.
 * @param one.sourceRepository as it is now
 * @returns a summary
 */
export async function openTarget(
  { services, migration, plan }: CutoverRun,
  { owner }: CutoverPlace,
  {
    planned,
    records,
    signal,
    sourceRepository,
  }: PhaseWork & { readonly sourceRepository: SourceRepository },
): Promise<string> {
  const { store, source, target } = services;
  const targetName = { owner: owner.login, name: planned.target, signal };
  const { archived: isArchived } = sourceRepository;
  const { workspace } = plan.source;
  const { visibility, answer: doors } = await openAs(
    { source, sourceName: { workspace, slug: planned.source }, sourceRepository, planned, signal },
    permittedVisibility(planned, sourceRepository),
    (to) =>
      target.closure.open({
        ...targetName,
        // A cut-over that was killed may have made it public before its source became private.
        ...(planned.visibility === 'private' ? {} : { visibility: to }),
        hasIssues: true,
        pullRequestPolicy: 'all',
      }),
  );
  const { settings } = await readBaseline(store, migration.id, planned.source);
  if (settings !== null) {
    await recordSettings({ records }, { ...settings, visibility, archived: isArchived });
  }
  const isLeft = isArchived && !(await archive(target, { targetName, records }));
  const isKept = visibility !== planned.visibility;
  const left = isLeft ? '; it was archived, and somebody has unarchived it since' : '';
  const as = opened(planned, doors.visibility, isArchived && !isLeft);
  return `${as}${isKept ? ': its source is private' : ''}${left}`;
}

/** @returns `false` where an earlier run has archived it, and it is not archived any more: it stays so */
async function archive(
  target: CutoverRun['services']['target'],
  { targetName, records }: Pick<PhaseWork, 'records'> & { readonly targetName: NamedTarget },
): Promise<boolean> {
  if ((await archivedByCutover.read(records)) === true) {
    const found = await target.findRepository(targetName);
    return found.state === 'present' && found.repository.archived;
  }
  await archivedByCutover.save(records, true);
  await target.updateRepository({ ...targetName, archived: true });
  return true;
}

type NamedTarget = Parameters<CutoverRun['services']['target']['findRepository']>[0];

function opened(planned: PlannedRepository, visibility: string, isArchived: boolean): string {
  const as = isArchived ? `${visibility} and archived` : visibility;
  return `${planned.target} is open, ${as}`;
}
