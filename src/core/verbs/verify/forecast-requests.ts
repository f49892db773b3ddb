/** Decides how many requests the comparison of a repository takes. */
interface ToCompare {
  readonly pullRequests: number;
  readonly comments: number;
  /** The plan has settings of it. */
  readonly hasSettings: boolean;
}

const ofRepository = 7;
const ofSettings = 14;

/** About how many requests a comparison sends to the target: docs/verify.md has the figures. Pure. */
export function forecastRequests(repositories: readonly ToCompare[]): number {
  return repositories.reduce((sum, { pullRequests, comments, hasSettings }) => {
    const pages =
      Math.ceil(pullRequests / 100) +
      Math.ceil(comments / 100) +
      Math.ceil(pullRequests / 20) +
      Math.ceil(pullRequests / 50);
    return sum + ofRepository + (hasSettings ? ofSettings : 0) + pages;
  }, 0);
}
