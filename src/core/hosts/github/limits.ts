import type { GitHubEdition } from '../../ports/credentials/target-credentials.ts';
import type { TargetLimits } from '../../ports/target-host.ts';

const megabyte = 1024 * 1024;

/** What GitHub's documentation says its git side refuses. */
export function gitHubLimits(edition: GitHubEdition): TargetLimits {
  const cloud = edition === 'cloud';
  return {
    // An administrator of Enterprise Server can set another.
    maxFileBytes: cloud ? 100 * megabyte : null,
    maxPushBytes: 2048 * megabyte,
    maxRefNameBytes: 255,
    requiresLfsObjects: cloud,
    pushesPerMinute: cloud ? 6 : null,
    mergesPerMinute: cloud ? 1 : null,
    // "Make requests serially", says GitHub of its own service; its pace would not let more through either.
    concurrentWrites: cloud ? 1 : 4,
  };
}
