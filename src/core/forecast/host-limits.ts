/** Limits that the hosts document; the limits in force are learned while a migration runs. */
export const hostLimits = {
  /** GitHub: requests that create content, "in general". */
  creatingPerHour: 500,
  creatingPerMinute: 80,
  /** GitHub: seconds between two requests that write. */
  writeInterval: 1,
  /** GitHub: of any kind, of one user. */
  requestsPerHour: 5000,
  /** GitHub: a request that reads counts 1, one that writes 5. */
  pointsPerMinute: 900,
  /** GitHub, of one repository. */
  pushesPerMinute: 6,
  mergesPerMinute: 1,
  /** Bitbucket Cloud, of one user. */
  sourcePerHour: 1000,
} as const;

const minute = 60_000;
const hour = 60 * minute;

/**
 * Milliseconds that the source's limit makes of so many requests: the first thousand may come at once.
 * @param tokens used side by side, each with an allowance of its own
 */
export function sourceTime(requests: number, tokens = 1): number {
  const perHour = hostLimits.sourcePerHour * tokens;
  return Math.max(0, requests - perHour) * (hour / perHour);
}

/**
 * Milliseconds that GitHub's limits make of so many creating requests: each hour has its 500, which a second between two
 * of them lets through in little more than eight minutes (80 a minute would in six).
 */
export function creatingTime(requests: number): number {
  if (requests <= 0) return 0;
  const wholeHours = Math.ceil(requests / hostLimits.creatingPerHour) - 1;
  const rest = requests - wholeHours * hostLimits.creatingPerHour;
  return (
    wholeHours * hour + Math.max((rest / hostLimits.creatingPerMinute) * minute, writingTime(rest))
  );
}

/** Milliseconds that so many requests that write take at least, creating or not. */
export function writingTime(requests: number): number {
  return requests * hostLimits.writeInterval * 1000;
}

/** Milliseconds that GitHub's points and the second between two writes make of so many requests. */
export function targetTime({
  reads,
  writes,
}: {
  readonly reads: number;
  readonly writes: number;
}): number {
  const points = reads + 5 * writes;
  return Math.max((points / hostLimits.pointsPerMinute) * minute, writingTime(writes));
}
