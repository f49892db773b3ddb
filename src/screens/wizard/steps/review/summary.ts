import { type Forecast, underLimits } from '../../../../core/forecast/forecast.ts';
import {
  count,
  formatBytes,
  formatDuration,
  namesText,
} from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type CommentMode, commentModes } from '../../../../core/ports/pull-request-target.ts';
import { requestsText, timeTexts } from '../../../../core/report/lines/estimate-line.ts';
import { limitedByLines } from '../../../../core/report/lines/forecast-lines.ts';
import { amountText } from '../../../../core/report/lines/imported-text.ts';
import type { SettingsAhead } from '../../../../core/report/lines/settings-lines.ts';
import { aheadOf, type Reviewed } from '../state/review.ts';

type Row = NonNullable<Reviewed['dryRun']['result']>['repositories'][number];

/** Repositories that a run would write. */
export function rowsAhead({ dryRun }: Reviewed): readonly Row[] {
  const rows = dryRun.result?.repositories ?? [];
  return rows.filter(({ action }) => action !== 'skip' && action !== 'done');
}

/** Says what will be on GitHub afterwards, a line each. Pure. */
export function createdTexts(reviewed: Reviewed): readonly string[] {
  const { result } = reviewed.dryRun;
  if (result === null || aheadOf(reviewed.dryRun) === 0) return [];
  return [repositoriesText(reviewed), contentsText(reviewed)].filter((text) => text !== '');
}

const actionTexts = {
  create: 'created',
  archive: 'written into an archive',
  replace: 'replaced; the old ones are renamed and kept',
  again: 'started over',
  'go-on': 'resumed',
  rewrite: 'rewritten with the changed user map',
  skip: 'skipped: already on GitHub',
  done: 'already done',
  blocked: 'blocked',
} as const;

function repositoriesText(reviewed: Reviewed): string {
  const rows = rowsAhead(reviewed);
  const visibilities = (['private', 'internal', 'public'] as const).flatMap((visibility) => {
    const those = rows.filter((one) => one.visibility === visibility);
    if (those.length === 0) return [];
    const names = visibility === 'private' ? '' : ` (${namesText(those.map(targetName), 2)})`;
    return [`${number(those.length)} ${visibility}${names}`];
  });
  return `${count(rows.length, 'repository', 'repositories')}: ${visibilities.join(', ')}`;
}

/** How many are created, resumed, skipped; empty where all are created. Pure. */
export function actionsText({ dryRun }: Reviewed): string {
  const all = dryRun.result?.repositories ?? [];
  const counts = Object.entries(actionTexts).flatMap(([action, text]) => {
    const many = all.filter((one) => one.action === action).length;
    return many === 0 || action === 'blocked' ? [] : [{ action, text: `${number(many)} ${text}` }];
  });
  if (counts.every(({ action }) => action === 'create')) return '';
  return counts.map(({ text }) => text).join(', ');
}

function contentsText({ dryRun, choices }: Reviewed): string {
  const { forecast, imported, settings, pipelines } = dryRun.result ?? {};
  const teams = settings?.teams.length ?? 0;
  const parts = [
    ...(imported === undefined ? [] : [amountText(imported)]),
    ...(imported === undefined ? pullRequestParts(forecast, choices.options.pullRequests) : []),
    ...(settings === undefined ? [] : settingParts(settings)),
    ...(teams === 0 ? [] : [count(teams, 'team')]),
    ...((pipelines?.workflows ?? 0) === 0 ? [] : [count(pipelines?.workflows ?? 0, 'workflow')]),
  ];
  return parts.join(', ');
}

/** Counts the settings that a run creates, and apart those that somebody has to set up. */
function settingParts({ settings, grades }: SettingsAhead): readonly string[] {
  const created = settings - grades.none;
  const byHand = grades.none === 0 ? [] : [`${number(grades.none)} more by hand`];
  return created === 0 && grades.none > 0
    ? [`${count(grades.none, 'setting')} by hand`]
    : [count(created, 'setting'), ...byHand];
}

function pullRequestParts(forecast: Forecast | undefined, isWanted: boolean): readonly string[] {
  if (!isWanted) return ['pull requests are not migrated'];
  if (forecast === undefined) return [];
  const { facts } = forecast.all;
  const { length: unknown } = forecast.unknown;
  if (unknown > 0 && forecast.repositories.length === 0) return ['pull requests not counted'];
  // Said once, for everything after it.
  const least = unknown > 0 ? 'at least ' : '';
  const about = facts.accuracy === 'estimate' && facts.total > 0 ? 'about ' : '';
  return [
    `${least}${count(facts.total, 'pull request')}`,
    ...(facts.total === 0 ? [] : [`${about}${count(facts.comments, 'comment')}`]),
  ];
}

/** Says what it takes, the most important first: time, the other modes, requests. Pure. */
export function takesTexts(
  { dryRun, choices, plan }: Reviewed,
  isDemo: boolean,
): readonly string[] {
  if (aheadOf(dryRun) === 0) return [];
  const { forecast, imported } = dryRun.result ?? {};
  if (imported !== undefined)
    return ["minutes to hours: GitHub's importer creates the pull requests"];
  if (forecast === undefined) return [];
  const { all, besides, unknown } = forecast;
  if (all.facts.total === 0 && (besides === undefined || unknown.length > 0)) return [];
  const mode = choices.options.comments ?? 'threaded';
  const time = timesText(forecast, mode);
  const isFree = isDemo && !forecast.targetIsLimited;
  const elsewhere = isFree ? timesText(underLimits(forecast, plan.source.kind), mode) : time;
  const times = commentModes.map((one) => shortTime(forecast.times[one].mergedByPush));
  const byMode = commentModes.map((one, at) => `${one} ${times[at]}`);
  return [
    time,
    ...(elsewhere === time ? [] : [`with the rate limits of GitHub.com: ${elsewhere}`]),
    ...(new Set(times).size === 1 ? [] : [`${byMode.join(', ')} (option Comments)`]),
    requestsText(forecast, mode),
    ...bottleneck(forecast, mode),
  ];
}

function timesText(known: Forecast, mode: CommentMode): string {
  const { time, most } = timeTexts(known, mode);
  return most === null ? time : `${time}; ${most}`;
}

function bottleneck(forecast: Forecast, mode: string): readonly string[] {
  const text = limitedByLines(forecast).find(
    (one) => one.startsWith('Bottleneck: ') || one.startsWith(`Bottleneck in ${mode} mode: `),
  );
  if (text === undefined) return [];
  return [`limited by: ${text.replace(/^Bottleneck[^:]*: /, '').replace(/\.$/, '')}`];
}

function shortTime(milliseconds: number): string {
  return milliseconds < 60_000 ? 'under 1m' : formatDuration(milliseconds);
}

/** Size of everything ahead; empty where it is unknown. Pure. */
export function sizeText(reviewed: Reviewed): string {
  const bytes = rowsAhead(reviewed).reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return bytes === 0 ? '' : formatBytes(bytes);
}

/** Says how many pull requests may arrive as text alone; empty where none may. Pure. */
export function uncertainTexts({ dryRun }: Reviewed): readonly string[] {
  const changed = dryRun.result?.forecast?.all.arrival?.changed ?? [];
  return changed
    .filter(({ why }) => why === 'head-perhaps-gone')
    .map(
      ({ count: many }) =>
        `${count(many, 'pull request arrives', 'pull requests arrive')} closed, as text, if Bitbucket has lost the commits`,
    );
}

/** Repositories that more people will be able to read than on Bitbucket. Pure. */
function openedRows(reviewed: Reviewed): readonly Row[] {
  return rowsAhead(reviewed).filter(({ source }) => reviewed.opened.has(source));
}

/** Says who will be able to read them, a line for each visibility. Pure. */
export function openedTexts(reviewed: Reviewed): readonly string[] {
  const rows = openedRows(reviewed);
  const when = reviewed.plan.follow === true ? ' at the cut-over' : '';
  return (['public', 'internal'] as const).flatMap((visibility) => {
    const many = rows.filter((one) => one.visibility === visibility).length;
    if (many === 0) return [];
    const subject = count(many, 'private repository becomes', 'private repositories become');
    return [`${subject} ${visibility.toUpperCase()}${when}: ${readers[visibility]}`];
  });
}

const readers = {
  public: 'anyone can read code, history and pull requests',
  internal: 'everyone in your enterprise can read code, history and pull requests',
} as const;

function targetName({ target }: Row): string {
  return safe(target);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
