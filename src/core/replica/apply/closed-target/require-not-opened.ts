import { MigratorError } from '../../../kernel/errors.ts';
import { isMoreOpen } from '../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';

type Context = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'targetFullName' | 'planned' | 'kept' | 'readPhase' | 'signal'
>;

/**
 * At the end of a repository: others may have opened its target while it was filled. One request.
 * @throws `verification` where more people can read it than the plan says
 */
export async function requireNotOpened(context: Context): Promise<void> {
  const { target, targetName, targetFullName, planned, kept, readPhase, signal } = context;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present') return;
  const { visibility } = lookup.repository;
  const phase = await readPhase();
  // People decide who sees it since the cut-over.
  if (kept.follow && phase === 'open') return;
  const wanted = phase === 'closed' ? 'private' : planned.visibility;
  if (!isMoreOpen(visibility, wanted)) return;
  throw new MigratorError(
    'verification',
    `${targetFullName} is ${visibility}, and should be ${wanted}: someone else opened it`,
    { hint: `Set it to ${wanted} (Settings > Danger Zone > Change visibility), then resume.` },
  );
}
