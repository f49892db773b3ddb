import { hasCode, type MigratorError } from '../../../../kernel/errors.ts';
import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';
import type { FieldChange } from '../../../diff/pull-requests/fields/field.ts';

type ChangeContext = Pick<RepositoryContext, 'targetName' | 'waitingClock' | 'signal'> & {
  readonly target: Pick<RepositoryContext['target'], 'pullRequests'>;
};

interface PullRequestChange {
  /** On the target. */
  readonly number: number;
  readonly change: FieldChange;
  /** Where people may change it as well (journal/change.ts). */
  readonly isCurrent?: (() => boolean) | undefined;
}

type ChangeResult =
  | { readonly onTarget: TargetPullRequest; readonly refusal: null }
  | { readonly onTarget: null; readonly refusal: MigratorError };

/** Milliseconds: a branch that was pushed a moment ago may not be seen everywhere. */
const pausesUntilSeen = [1000, 3000, 8000];

/** Changes fields of a pull request that the target has: the only place that does. @throws `refused` */
export async function changePullRequest(
  { target, targetName, signal }: ChangeContext,
  { number, change, isCurrent }: PullRequestChange,
): Promise<TargetPullRequest> {
  return target.pullRequests.update({ ...targetName, number, ...change, signal, isCurrent });
}

/**
 * Changes fields of a pull request as changePullRequest() does, where the target may refuse that.
 * @param options.isNewBranch a refusal is doubted for some seconds, because its branches were pushed a moment ago
 */
export async function tryChange(
  context: ChangeContext,
  options: PullRequestChange & { readonly isNewBranch?: boolean },
): Promise<ChangeResult> {
  const { waitingClock, signal } = context;
  const pauses = options.isNewBranch === true ? pausesUntilSeen : [];
  for (let tries = 0; ; tries += 1) {
    try {
      return { onTarget: await changePullRequest(context, options), refusal: null };
    } catch (error) {
      if (!hasCode(error, 'refused')) throw error;
      const pause = pauses[tries];
      if (pause === undefined) return { onTarget: null, refusal: error };
      await waitingClock.sleep(pause, signal);
    }
  }
}

/** Tells why the target refuses a change, in its own words where it gave any. Pure. */
export function refusalText({ detail, message }: MigratorError): string {
  return detail ?? message;
}
