import { MigratorError } from '../../kernel/errors.ts';
import type { RepositoryContext } from '../migration-context.ts';

export type CloseContext = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'targetFullName' | 'phase' | 'signal' | 'warn'
>;

/**
 * Closes a target that follows its source as far as the host allows; without effect once a cut-over has opened it.
 * @throws `refused` if others can still see it: then nothing may be pushed
 */
export async function closeTarget(context: CloseContext): Promise<void> {
  const { target, targetName, targetFullName, phase, signal } = context;
  if (phase !== 'closed') return;
  const doors = await target.closure.close({ ...targetName, signal });
  if (doors.visibility !== 'private') {
    throw new MigratorError(
      'refused',
      `${target.hostname} left ${targetFullName} ${doors.visibility}, although it should be private until the cut-over`,
      { hint: 'Set it to private: Settings > Danger Zone > Change visibility. Then resume.' },
    );
  }
  if (doors.hasIssues) {
    context.warn(
      `Issues could not be switched off in ${targetFullName}: each one takes the number of a pull request`,
    );
  }
  if (doors.pullRequestPolicy === 'all') {
    context.warn(
      `${target.hostname} lets everybody who sees ${targetFullName} create pull requests: ask people to create none until the cut-over`,
    );
  }
}
