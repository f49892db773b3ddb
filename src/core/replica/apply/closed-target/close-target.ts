import * as z from 'zod';
import { defineDocument } from '../../../journal/document.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { TargetDoors } from '../../../ports/target-closure.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { findSettings } from '../../recorded/migrated-baseline.ts';
import { openText } from './require-closed.ts';

export type CloseContext = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'targetFullName'
  | 'targetOwner'
  | 'readPhase'
  | 'records'
  | 'signal'
  | 'warn'
>;

type Closed = Pick<TargetDoors, 'hasIssues' | 'pullRequestPolicy'>;

/** In the state: how the host left the target when it was closed. */
const closedAs = defineDocument(
  'settings',
  'closed',
  z.object({
    hasIssues: z.boolean(),
    pullRequestPolicy: z.enum(['all', 'collaborators_only']).nullable(),
  }),
);

/** As closed as can be: a repository that earlier versions have migrated. */
const wholly: Closed = { hasIssues: false, pullRequestPolicy: 'collaborators_only' };

/**
 * Closes a target that follows its source as far as the host allows; without effect once a cut-over has opened it. One that was
 * closed before stays as it is: what is open of it was opened by people, or by a cut-over that this state does not know.
 * @throws `refused` if it was opened since, or others can still see it: then nothing may be pushed
 */
export async function closeTarget(context: CloseContext): Promise<void> {
  const { target, targetName, targetFullName, readPhase, records, signal, warn } = context;
  if ((await readPhase()) !== 'closed') return;
  const before = (await closedAs.read(records)) ?? ((await findSettings(context)) && wholly);
  if (before !== null) return requireStillClosed(context, before);
  const doors = await target.closure.close({ ...targetName, signal });
  if (doors.visibility !== 'private') {
    throw new MigratorError(
      'refused',
      `${target.hostname} left ${targetFullName} ${doors.visibility}, although it should be private until the cut-over`,
      { hint: 'Set it to private: Settings > Danger Zone > Change visibility. Then resume.' },
    );
  }
  if (doors.hasIssues) {
    warn(
      `Issues could not be turned off in ${targetFullName}: each issue takes a pull request's number`,
    );
  }
  if (doors.pullRequestPolicy === 'all') {
    warn(
      `${target.hostname} lets everyone who can see ${targetFullName} create pull requests: ask people not to create any until the cut-over`,
    );
  }
  const { hasIssues, pullRequestPolicy } = doors;
  await closedAs.save(records, { hasIssues, pullRequestPolicy } satisfies Closed);
}

async function requireStillClosed(context: CloseContext, before: Closed): Promise<void> {
  const { target, targetName, targetFullName, targetOwner: owner, signal } = context;
  const doors = await target.closure.read({ ...targetName, signal });
  const { hasIssues, pullRequestPolicy } = before;
  const since = {
    ...doors,
    hasIssues: doors.hasIssues && !hasIssues,
    pullRequestPolicy: pullRequestPolicy === 'all' ? null : doors.pullRequestPolicy,
  };
  const open = openText({ fullName: targetFullName, doors: since, owner });
  if (open === null) return;
  throw new MigratorError(
    'refused',
    `Skipped, because someone has opened the GitHub repository again: ${open.message}`,
    {
      hint: `If a cut-over has opened it, nothing is left to migrate. Otherwise restrict access to it again, and resume. ${open.remedy}`,
    },
  );
}
