import { readBaseline, recordSettings } from '../../migration/migrated-baseline.ts';
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
  if (isArchived) await target.updateRepository({ ...targetName, archived: true });
  const isKept = visibility !== planned.visibility;
  return `${opened(planned, doors.visibility, isArchived)}${isKept ? ': its source is private' : ''}`;
}

function opened(planned: PlannedRepository, visibility: string, isArchived: boolean): string {
  const as = isArchived ? `${visibility} and archived` : visibility;
  return `${planned.target} is open, ${as}`;
}
