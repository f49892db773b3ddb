import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import type { PullRequestRecord } from './pull-request-record.ts';

/** A pull request that the target has: what the source makes of it now, and its row in the state. */
export interface ExistingPullRequest {
  readonly prepared: PreparedPullRequest;
  readonly object: CreatedObject;
  /** On the target. */
  readonly number: number;
}

/** One that was finished. */
export interface RecordedPullRequest extends ExistingPullRequest {
  readonly record: PullRequestRecord;
}
