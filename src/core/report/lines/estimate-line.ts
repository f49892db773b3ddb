import { type Forecast, writesOf } from '../../forecast/forecast.ts';
import { count, formatDuration } from '../../kernel/format/format.ts';
import type { CommentMode } from '../../ports/pull-request-target.ts';

/** Says how to see what is only counted. Pure. */
export function withVerbose(hasSettings: boolean): string {
  return hasSettings
    ? 'With -v: each setting, pull requests and requests in detail.'
    : 'With -v: pull requests and requests in detail.';
}

/** Describes what everything takes in the chosen mode, in one line. Pure. */
export function estimateLine(forecast: Forecast, mode: CommentMode): string {
  const { all, besides, unknown } = forecast;
  const { total, comments, accuracy } = all.facts;
  const more =
    unknown.length === 0
      ? ''
      : `; ${count(unknown.length, 'repository', 'repositories')} not counted`;
  if (total === 0 && besides === undefined) return `Estimate: no pull requests${more}.`;
  const about = accuracy === 'estimate' ? 'about ' : '';
  const pullRequests =
    total === 0
      ? 'no pull requests'
      : `${count(total, 'pull request')} with ${about}${count(comments, 'comment')}`;
  const writes =
    besides === undefined
      ? ''
      : `, and ${count(besides.writes + besides.creating, 'other write')},`;
  const { time, most } = timeTexts(forecast, mode);
  return `Estimate: ${pullRequests}${writes} in ${time}${most === null ? '' : `, ${most}`}${more}.`;
}

/**
 * Says how long all writes and reads take, and the most that merges may make of it, where that is more than a minute longer.
 * Pure.
 */
export function timeTexts(
  { times }: Forecast,
  mode: CommentMode,
): { readonly time: string; readonly most: string | null } {
  const { mergedByPush, mergedByRequest } = times[mode];
  return {
    time: mergedByPush < 60_000 ? 'under a minute' : `about ${formatDuration(mergedByPush)}`,
    most:
      mergedByRequest > mergedByPush + 60_000
        ? `up to ${formatDuration(mergedByRequest)} if GitHub does not detect merges`
        : null,
  };
}

/** Says how many requests both hosts get in a mode. Pure. */
export function requestsText(forecast: Forecast, mode: CommentMode): string {
  const { source } = forecast.all.costs[mode];
  return `${count(source, 'request')} to Bitbucket, ${count(writesOf(forecast, mode), 'write')} to GitHub`;
}
