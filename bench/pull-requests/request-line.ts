import type { RequestCounts } from './count-requests.ts';

/** Requests of one way to bring pull requests over, each divided by the number of pull requests. */
export interface RequestLine extends RequestCounts {
  readonly name: string;
  /** `null`: shown for comparison. */
  readonly bounds: { readonly creating: number; readonly readingSource: number } | null;
}

/** Pure. */
export function perPullRequest(
  counts: RequestCounts,
  options: { name: string; pullRequests: number; bounds: RequestLine['bounds'] },
): RequestLine {
  const { name, pullRequests, bounds } = options;
  return {
    name,
    bounds,
    creating: counts.creating / pullRequests,
    changing: counts.changing / pullRequests,
    pushes: counts.pushes / pullRequests,
    readingTarget: counts.readingTarget / pullRequests,
    readingSource: counts.readingSource / pullRequests,
  };
}

/** Returns what is above its bound, in words. Pure. */
export function exceededRequests({ name, bounds, creating, readingSource }: RequestLine): string[] {
  if (bounds === null) return [];
  const exceeded: string[] = [];
  if (creating > bounds.creating) exceeded.push(`content-creating requests, ${name}`);
  if (readingSource > bounds.readingSource) exceeded.push(`requests to the source, ${name}`);
  return exceeded;
}
