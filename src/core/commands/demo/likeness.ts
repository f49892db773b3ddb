import type { TargetComment, TargetPullRequest } from '../../ports/pull-request-target.ts';
import type { SourceComment, SourcePullRequest } from '../../ports/records/pull-request.ts';
import { commentKey, pullRequestKey } from '../../replica/model/keys.ts';
import type { Markers } from '../../text/context/marker.ts';

/** Tells by equal texts what belongs together on both sides; `null`: it belongs to nothing. */
export interface Likeness {
  ofSource(pullRequest: SourcePullRequest): string;
  ofTarget(pullRequest: Pick<TargetPullRequest, 'number' | 'body'>): string | null;
  ofSourceComment(pullRequest: SourcePullRequest, comment: SourceComment): string;
  ofTargetComment(comment: Pick<TargetComment, 'body' | 'createdAt'>): string | null;
}

/** By the marker that everything bears that was written. */
export function byMarkers(markers: Markers): Likeness {
  return {
    ofSource: (one) => markers.digest(pullRequestKey(one)),
    ofTarget: ({ body }) => markers.digestOf(body),
    ofSourceComment: (one, comment) => markers.digest(commentKey(one, comment)),
    ofTargetComment: ({ body }) => markers.digestOf(body),
  };
}

/** By numbers and times, which imports keep. */
export const byNumbersAndTimes: Likeness = {
  ofSource: ({ number }) => String(number),
  ofTarget: ({ number }) => String(number),
  ofSourceComment: (_, { createdAt }) => createdAt.slice(0, 19),
  ofTargetComment: ({ createdAt }) => createdAt?.slice(0, 19) ?? null,
};
