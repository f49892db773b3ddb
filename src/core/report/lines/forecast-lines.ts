import { type Arrival, assumed, type PullRequestFacts } from '../../forecast/facts.ts';
import type { Forecast, ForecastLimit, RepositoryForecast } from '../../forecast/forecast.ts';
import { hostLimits, sourceTime } from '../../forecast/host-limits.ts';
import { count, formatDuration } from '../../kernel/format/format.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { type CommentMode, commentModes } from '../../ports/pull-request-target.ts';
import { changeText, unchangedText } from './arrival-text.ts';

/**
 * Describes what all pull requests together take and become, for people: at most 80 columns wide. Pure.
 * @param options.width a table that is wider has its columns one below the other
 * @param options.workspace for the command that counts what is only estimated
 */
export function forecastLines(
  estimate: Forecast,
  { width = 80, workspace }: { readonly width?: number; readonly workspace?: string } = {},
): readonly string[] {
  const { all, besides, unknown } = estimate;
  const lines = [
    ...headLines(estimate, workspace),
    ...(estimate.repositories.length === 0 ? [] : factsLines(all.facts)),
    ...arrivalLines(all.arrival),
  ];
  const missing = all.facts.missingNumbers;
  if (missing > 0) {
    lines.push(
      row('Numbers', `${number(missing)} missing on Bitbucket: filled with closed placeholders`),
    );
  }
  if (all.facts.total > 0)
    lines.push(
      '',
      ...tableLines(estimate, width),
      ...importLines(estimate),
      ...limitLines(estimate),
    );
  if (besides !== undefined) {
    const writes = count(besides.writes + besides.creating, 'write');
    lines.push(`The times include ${writes} for settings and pipelines.`);
  }
  if (unknown.length > 0) {
    const many = count(unknown.length, 'repository', 'repositories');
    const names = unknown.slice(0, 3).map(safe).join(', ');
    const more = unknown.length > 3 ? ', ...' : '';
    lines.push(`Not scanned yet, not counted: ${many} (${names}${more})`);
  }
  return lines;
}

/** Describes what the whole is limited by, once for all modes or for each; nothing where no limit takes a minute. Pure. */
export function limitedByLines({ times, sourceTokens = 1 }: Forecast): readonly string[] {
  const byMode = commentModes.map((mode) => ({ mode, limit: times[mode].limitedBy }));
  const [first] = byMode;
  if (first !== undefined && byMode.every(({ limit }) => limit === first.limit)) {
    return first.limit === null ? [] : [`Bottleneck: ${limitText(first.limit, sourceTokens)}.`];
  }
  return byMode.flatMap(({ mode, limit }) =>
    limit === null ? [] : [`Bottleneck in ${mode} mode: ${limitText(limit, sourceTokens)}.`],
  );
}

function limitText(limit: ForecastLimit, tokens: number): string {
  switch (limit) {
    case 'source-requests':
      return tokens === 1
        ? "Bitbucket's hourly request limit"
        : `the hourly request limits of ${tokens} Bitbucket tokens`;
    case 'content-creating':
      return "GitHub's limit on content-creating requests";
    case 'writes':
      return 'GitHub accepts one write a second';
    case 'pushes':
      return `GitHub accepts ${hostLimits.pushesPerMinute} pushes a minute to one repository`;
  }
}

/** The same for each repository that has pull requests. */
export function repositoryForecastLines({ repositories }: Forecast): readonly string[] {
  return repositories.filter(({ facts }) => facts.total > 0).flatMap(linesOfOne);
}

function linesOfOne({ source, facts, arrival, costs }: RepositoryForecast): readonly string[] {
  const asTheyAre =
    arrival === null || arrival.asTheyAre === 0
      ? ''
      : `, ${unchangedText(arrival)} migrated unchanged`;
  const about = facts.accuracy === 'estimate' ? 'about ' : '';
  const creating = commentModes.map((mode) => `${mode} ${creatingText({ facts, costs }, mode)}`);
  return [
    safe(source),
    `  ${count(facts.total, 'pull request')}, ${about}${count(facts.comments, 'comment')}${asTheyAre}`,
    ...(arrival?.changed ?? []).map((change) => `    ${changeText(change)}`),
    `  content-creating requests: ${creating.join(', ')}`,
  ];
}

function headLines({ accuracy, all }: Forecast, workspace?: string): readonly string[] {
  if (accuracy === 'exact') return [];
  // None is none, however long a pull request would have been expected to take.
  if (all.facts.accuracy === 'estimate' && all.facts.total === 0) return [];
  if (all.facts.accuracy === 'exact') return ['An estimate: not all repositories were scanned.'];
  const { commentsEach } = assumed;
  const named = workspace === undefined ? '<workspace>' : shellValue(workspace);
  if (all.facts.states !== null) {
    return [
      `An estimate: Bitbucket does not count the comments of some pull requests; assumes ${commentsEach} each.`,
      `Count them with: migrator discover --workspace ${named} --deep --users people.csv`,
    ];
  }
  return [
    `An estimate from the number of pull requests; assumes ${commentsEach} comments each.`,
    `Count them with: migrator discover --workspace ${named} --deep`,
  ];
}

function factsLines({
  total,
  accuracy,
  states,
  comments,
  withComments,
}: PullRequestFacts): readonly string[] {
  if (total === 0) return [row('Pull requests', 'none')];
  const byState =
    states === null
      ? ''
      : `: ${number(states.open)} open, ${number(states.merged)} merged, ${number(states.declined)} declined, ${number(states.superseded)} superseded`;
  const about = accuracy === 'estimate' ? 'about ' : '';
  const where = states === null ? '' : `, in ${count(withComments, 'pull request')}`;
  return [
    row('Pull requests', `${number(total)}${byState}`),
    row('Comments', `${about}${number(comments)}${where}`),
  ];
}

function arrivalLines(arrival: Arrival | null): readonly string[] {
  if (arrival === null || (arrival.asTheyAre === 0 && arrival.changed.length === 0)) return [];
  return [
    ...(arrival.asTheyAre === 0 ? [] : [row('Unchanged', unchangedText(arrival))]),
    ...arrival.changed.map((change, index) =>
      row(index === 0 ? 'Changed' : '', changeText(change)),
    ),
  ];
}

/** Requests and time of each mode, side by side. */
function tableLines({ all, times }: Forecast, width: number): readonly string[] {
  const rows = commentModes.map((mode) => {
    const { source, otherWrites } = all.costs[mode];
    const { mergedByPush, mergedByRequest } = times[mode];
    const about = all.facts.accuracy === 'estimate' ? 'about ' : '';
    return [
      mode,
      `${about}${number(source)}`,
      creatingText(all, mode),
      number(otherWrites),
      timeText(mergedByPush),
      timeText(mergedByRequest),
    ];
  });
  const heads = ['--comments', 'Bitbucket', 'content-creating', 'others', 'by push', 'by API'];
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  if (line(heads).length > width) return rows.flatMap((cells) => stackedLines(heads, cells));
  return [line(heads), ...rows.map(line)];
}

/** One mode where its row is too wide: requests and times each in a line of their own. */
function stackedLines(heads: readonly string[], cells: readonly string[]): readonly string[] {
  const [mode = '', ...pairs] = cells.map((cell, at) => (at === 0 ? cell : `${heads[at]} ${cell}`));
  return [mode, `  ${pairs.slice(0, 3).join(', ')}`, `  ${pairs.slice(3).join(', ')}`];
}

/** The other engine creates them without any of these requests. */
function importLines({
  all,
  isSourceUnlimited,
  targetIsLimited,
  sourceTokens = 1,
}: Forecast): readonly string[] {
  // An Enterprise Server has no importer.
  if (!targetIsLimited) return [];
  const { source } = all.costs.threaded;
  const reading = isSourceUnlimited === true ? 0 : sourceTime(source, sourceTokens);
  return [
    `With --engine archive: no content-creating requests, ${timeText(reading)} to read;`,
    'with real authors and times.',
    "GitHub's importer takes from a few minutes to several hours more.",
  ];
}

/** Describes what the times come of. */
function limitLines({
  all,
  isSourceUnlimited,
  targetIsLimited,
  sourceTokens = 1,
}: Forecast): readonly string[] {
  const unlimited = 'no rate limit unless an administrator set one.';
  const source = number(hostLimits.sourcePerHour * sourceTokens);
  if (!targetIsLimited) {
    if (isSourceUnlimited === true) return [`Both hosts have ${unlimited}`];
    return [`Bitbucket allows ${source} requests an hour.`, `This GitHub server has ${unlimited}`];
  }
  const target = `GitHub allows ${number(hostLimits.creatingPerHour)} content-creating requests an hour`;
  const lines =
    isSourceUnlimited === true
      ? [`${target}.`, `Data Center has ${unlimited}`]
      : [`${target}, Bitbucket ${source} in total.`];
  if (all.costs.threaded.merges > 0) {
    lines.push(
      'Merges: usually free, if GitHub detects them from the push.',
      'Otherwise each takes an API call, one per minute per repository.',
    );
  }
  return lines;
}

function creatingText(
  { facts, costs }: Pick<RepositoryForecast, 'facts' | 'costs'>,
  mode: CommentMode,
): string {
  const { creating, isUpperBound } = costs[mode];
  if (facts.accuracy === 'estimate' && mode !== 'folded') return `about ${number(creating)}`;
  return `${isUpperBound ? 'at most ' : ''}${number(creating)}`;
}

/** The limits' share alone: less than a minute is nothing to plan with. */
function timeText(milliseconds: number): string {
  return milliseconds < 60_000 ? 'under 1m' : formatDuration(milliseconds);
}

function row(name: string, text: string): string {
  return `${name.padEnd(13)}  ${text}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
