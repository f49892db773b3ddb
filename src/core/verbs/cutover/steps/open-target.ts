import { change } from '../../../journal/change.ts';
import { permittedVisibility } from '../../../plan/publication.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import { openAs } from '../../../replica/apply/publication/stays-private.ts';
import { readBaseline, recordSettings } from '../../../replica/recorded/migrated-baseline.ts';
import { archivedByCutover } from '../../../replica/recorded/target-documents.ts';
import type { CutoverPlace, CutoverRun } from '../run/cutover-request.ts';
import type { PhaseWork } from '../run/in-phase.ts';

/** Milliseconds that the lock may have been looked at before the request that opens a target. */
const lockLasts = 10_000;

/**
 * Lets everybody in for whom the plan opens the target: visibility, issues and pull requests as in a new repository; last of
 * all archived, where the source is. It stays private where the source is private by now, and the plan does not confirm that it
 * is published.
 * @param one.sourceRepository as it is now
 * @returns a summary; `isNotable`: a person should read it
 */
export async function openTarget(
  { services, migration, plan }: CutoverRun,
  { owner }: CutoverPlace,
  {
    planned,
    targetId,
    records,
    signal,
    sourceRepository,
    isAgain,
    checkedAt,
    checkAgain,
  }: PhaseWork & {
    readonly sourceRepository: SourceRepository;
    /** When it was clear that nobody can push to the source. */
    readonly checkedAt: number;
    /** @throws where somebody can */
    readonly checkAgain: () => Promise<{ readonly checkedAt: number }>;
    /** An earlier run began to open it. */
    readonly isAgain: boolean;
  },
): Promise<{ readonly summary: string; readonly isNotable: boolean }> {
  const { store, source, target, clock } = services;
  const targetName = { owner: owner.login, name: planned.target, signal };
  const { archived: isArchived } = sourceRepository;
  const { workspace } = plan.source;
  const { visibility, answer: doors } = await openAs(
    {
      ...{ source, sourceName: { workspace, slug: planned.source }, sourceRepository, planned },
      ...{ targetFullName: `${owner.login}/${planned.target}`, targetId, signal },
    },
    permittedVisibility(planned, sourceRepository),
    (to) =>
      change({
        context: { clock, waitingClock: clock, signal },
        found: { value: checkedAt, at: clock.now() },
        // Somebody may lift the lock and push while the request waits, or while the source is looked at.
        read: async () => (await checkAgain()).checkedAt,
        send: (at, isCurrent) =>
          target.closure.open({
            ...targetName,
            // A cut-over that was killed may have made it public before its source became private.
            ...(planned.visibility === 'private' ? {} : { visibility: to }),
            hasIssues: true,
            pullRequestPolicy: 'all',
            isCurrent: () => isCurrent() && clock.now() - at < lockLasts,
          }),
      }),
  );
  const archives = isArchived && (await archive(target, { targetName, records, isAgain }));
  const { settings } = await readBaseline(store, migration.id, planned.source);
  if (settings !== null) {
    await recordSettings({ records }, { ...settings, visibility, archived: archives });
  }
  const isKept = visibility !== planned.visibility;
  const left = isArchived && !archives ? '; archive it by hand if nobody is working there' : '';
  const as = `open, ${doors.visibility}${archives ? ' and archived' : ''}`;
  const summary = `${as}${isKept ? ': the Bitbucket repository is private' : ''}${left}`;
  return { summary, isNotable: isKept || left !== '' };
}

/** @returns `false` where a killed run may have archived it, and it is not archived any more: it stays so */
async function archive(
  target: CutoverRun['services']['target'],
  { targetName, records, isAgain }: Archiving,
): Promise<boolean> {
  if (isAgain && (await archivedByCutover.exists(records))) {
    const found = await target.findRepository(targetName);
    return found.state === 'present' && found.repository.archived;
  }
  await archivedByCutover.save(records, true);
  try {
    await target.updateRepository({ ...targetName, archived: true });
  } catch (error) {
    // It lives to know that it was not done: the next run tries again.
    await archivedByCutover.forget(records);
    throw error;
  }
  return true;
}

interface Archiving extends Pick<PhaseWork, 'records'> {
  readonly targetName: NamedTarget;
  readonly isAgain: boolean;
}

type NamedTarget = Parameters<CutoverRun['services']['target']['findRepository']>[0];
