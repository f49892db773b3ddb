import { MigratorError } from '../../kernel/errors.ts';
import type { RepositoryContext } from '../migration-context.ts';

type Context = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'targetFullName' | 'planned' | 'settings' | 'phase' | 'signal'
>;

/** From the fewest readers to the most. */
const order = ['private', 'internal', 'public'] as const;

/**
 * At the end of a repository: others may have opened its target while it was filled. One request.
 * @throws `verification` where more people can read it than the plan says
 */
export async function requireNotOpened(context: Context): Promise<void> {
  const { target, targetName, targetFullName, planned, settings, phase, signal } = context;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present') return;
  const { visibility } = lookup.repository;
  const isClosed = settings.follow && phase === 'closed';
  const wanted = isClosed ? 'private' : planned.visibility;
  if (order.indexOf(visibility) <= order.indexOf(wanted)) return;
  throw new MigratorError(
    'verification',
    `${targetFullName} is ${visibility}, and should be ${wanted}: somebody else opened it`,
    { hint: `Set it to ${wanted} (Settings > Danger Zone > Change visibility), then resume.` },
  );
}
