import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { CreatedAs } from '../open/create-pull-request.ts';

/** A pull request that exists on the target, and what is known of its branches there. */
export interface StateChange extends CreatedAs {
  readonly onTarget: TargetPullRequest;
  /** The commit that its temporary base names on the target; `null`: it is gone. */
  readonly baseTip: string | null;
}
