import { assertNever } from '../kernel/errors.ts';
import { count, formatDuration } from '../kernel/format/format.ts';
import { type Palette, palette } from '../kernel/format/palette.ts';
import { pairText, safe } from '../kernel/format/terminal-text.ts';
import { serviceName } from '../ports/credentials/host-service.ts';
import type { EventOf, LogLevel, Progress, TimedEvent } from '../ports/records/events.ts';
import { failureText } from './failure-lines.ts';
import {
  deepScanLines,
  deepScanProgress,
  scaffoldPlanned,
  scaffoldProgress,
  secretScanLines,
  secretScanProgress,
  settingsScanLines,
  settingsScanProgress,
} from './lines/progress-lines.ts';
import { syncText } from './lines/sync-lines.ts';
import { skipReason, stepWord } from './status-words.ts';

/** 0 repositories, 1 their steps, 2 requests and git as well, 3 everything. */
export type Verbosity = 0 | 1 | 2 | 3;

export interface LinesOptions {
  readonly color: boolean;
  readonly verbosity: Verbosity;
}

/** An event as lines for people; none where the event is not worth one. Pure. */
export function linesOf(event: TimedEvent, options: LinesOptions): readonly string[] {
  const colors = palette(options.color);
  const name =
    'repository' in event && event.repository !== null ? `${safe(event.repository)}: ` : '';
  switch (event.type) {
    case 'run-started':
      return event.repositories.length === 0 ? [] : [startedLine(event, colors)];
    case 'preflight-started':
      return event.mayHaveWritten === true
        ? ['Checking both hosts and this machine ...']
        : ['Checking both hosts and this machine; nothing is written yet ...'];
    case 'preflight-note':
      return [`${colors.warning('note')}     ${safe(event.message)}`];
    case 'preflight-finished':
      return event.problems.length === 0 ? ['All checks passed.'] : [];
    case 'repository-started':
      return options.verbosity >= 1
        ? [`${name}started, as ${safe(event.target)}${byText(event)}`]
        : [];
    case 'processes':
      return [`${count(event.working, 'process', 'processes')} working on this migration`];
    case 'step-started':
    case 'step-progress':
    case 'step-finished':
      return stepLines(event, options.verbosity).map((text) => `${name}${text}`);
    case 'repository-warning':
      return [`${colors.warning('warning')}  ${name}${safe(event.message)}`];
    case 'repository-finished':
      return [finishedLine(event, colors)];
    case 'waiting':
      return [waitingLine(event, colors, name)];
    case 'run-held':
      return [event.held ? 'Paused: no new steps start.' : 'Resumed.'];
    case 'repository-queued':
      return [`${colors.quiet('again')}    ${safe(event.repository)}`];
    case 'discovery-progress':
      return [foundLine(event)];
    case 'deep-look-planned':
      return deepScanLines(event);
    case 'deep-look-progress':
      return [deepScanProgress(event)];
    case 'secret-look-planned':
      return secretScanLines(event);
    case 'secret-look-progress':
      return [secretScanProgress(event)];
    case 'settings-scan-planned':
      return settingsScanLines(event);
    case 'settings-scan-progress':
      return [settingsScanProgress(event)];
    case 'scaffold-planned':
      return [scaffoldPlanned(event)];
    case 'scaffold-progress':
      return [scaffoldProgress(event)];
    case 'log':
      return needed[event.level] <= options.verbosity ? [logLine(event, colors)] : [];
    case 'run-finished':
      return [];
    default:
      return assertNever(event);
  }
}

type StepEvent = EventOf<'step-started'> | EventOf<'step-progress'> | EventOf<'step-finished'>;

function stepLines(event: StepEvent, verbosity: Verbosity): readonly string[] {
  const step = stepWord(event.step);
  switch (event.type) {
    case 'step-started':
      return verbosity >= 2 ? [`${step} ...`] : [];
    case 'step-progress':
      return verbosity >= 3 ? [`${step} ${progressText(event.progress)}`] : [];
    case 'step-finished':
      return verbosity >= 1 ? [`${step}: ${safe(event.summary)}`] : [];
  }
}

function startedLine(event: EventOf<'run-started'>, colors: Palette): string {
  const { migration, source, target, repositories, workers, resumed } = event;
  const many = count(repositories.length, 'repository', 'repositories');
  const what = `${many} from ${safe(source.workspace)} to ${safe(target.organization)}`;
  const how = `${count(workers, 'worker')}${resumed ? ', resumed' : ''}`;
  return `${colors.strong(migration)}  ${what}, ${how}`;
}

function byText({ process }: EventOf<'repository-started'>): string {
  return process === undefined ? '' : `, by process ${process.pid} on ${safe(process.hostname)}`;
}

function foundLine({ found, total }: EventOf<'discovery-progress'>): string {
  const many =
    total === null
      ? count(found, 'repository', 'repositories')
      : `${found} of ${total} repositories`;
  return `${many} found`;
}

function waitingLine(event: EventOf<'waiting'>, colors: Palette, name: string): string {
  const time = formatDuration(event.until - event.at);
  return `${colors.quiet('waiting')}  ${name}${time} for ${safe(serviceName(event))}: ${safe(event.reason)}`;
}

function finishedLine(event: EventOf<'repository-finished'>, colors: Palette): string {
  const title = pairText({ source: event.repository, target: event.target });
  const time = colors.quiet(formatDuration(event.milliseconds));
  if (event.sync !== undefined) {
    const word = event.sync.outdated === undefined ? 'synced  ' : 'outdated';
    return `${colors.good(word)} ${title}  ${syncText(event.sync)}, ${time}`;
  }
  if (event.outcome === 'succeeded') {
    const refs = event.refs === 0 ? 'empty' : count(event.refs ?? 0, 'ref');
    const lfs = event.lfsObjects ? `, ${count(event.lfsObjects, 'LFS object')}` : '';
    const total = event.pullRequests?.total ?? 0;
    const renamed = event.pullRequests?.renamed;
    const names = renamed === undefined ? '' : ` (names rewritten in ${renamed})`;
    const pulls = total > 0 ? `, ${count(total, 'pull request')}${names}` : '';
    return `${colors.good('done')}     ${title}  ${refs}${lfs}${pulls}, ${time}`;
  }
  if (event.outcome === 'skipped')
    return `${colors.quiet('skipped')}  ${title}  ${safe(skipReason(event.reason ?? null))}`;
  return `${colors.bad('failed')}   ${title}  ${event.failure ? failureText(event.failure) : ''}`;
}

function progressText({ done, total, unit, what }: Progress): string {
  if (unit === 'state') return safe(what);
  const amount = total === null ? `${done}` : `${done} of ${total}`;
  return `${safe(what)}: ${amount} ${unit}`;
}

/** A push of 500 refs is one command: the log file has all of it. In characters. */
const widest = 400;

function logLine(event: EventOf<'log'>, colors: Palette): string {
  const fields = Object.entries(event.fields ?? {}).map(
    ([key, value]) => `${key}=${fieldText(value)}`,
  );
  const line = safe([event.level.padEnd(7), event.message, ...fields].join('  '));
  return colors.quiet(line.length > widest ? `${line.slice(0, widest)} ...` : line);
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The verbosity from which a log line of this level is shown. */
const needed: Record<LogLevel, number> = { error: 0, warn: 0, info: 1, debug: 2, trace: 3 };
