import type { Calibration } from './probes/findings.ts';

/** A calibration in the JSON output of commands. `seen` may hold what the host sent. Pure. */
export function calibrationJson({ host, hostVersion, at, results, facts }: Calibration) {
  return {
    version: 1,
    host,
    host_version: hostVersion,
    at: new Date(at).toISOString(),
    probes: results,
    facts: {
      settle_milliseconds: facts.settleMilliseconds ?? null,
      marks_merges: facts.marksMerges ?? null,
      mark_milliseconds: facts.markMilliseconds ?? null,
      has_drafts: facts.hasDrafts ?? null,
      refs_per_push: facts.refsPerPush ?? null,
      body_characters: facts.bodyCharacters ?? null,
      comments_per_review: facts.commentsPerReview ?? null,
      counts_review_comments: facts.countsReviewComments ?? null,
      content_milliseconds: facts.contentMilliseconds ?? null,
    },
  };
}
