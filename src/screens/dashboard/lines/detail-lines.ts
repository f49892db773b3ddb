import { count, formatDuration, formatElapsed } from '../../../core/kernel/format/format.ts';
import { flagWithValue, shellCommand } from '../../../core/kernel/format/shell-quote.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { serviceName } from '../../../core/ports/credentials/host-service.ts';
import { adviceText } from '../../../core/report/failure-lines.ts';
import { type RunClock, timeTaken } from '../../../core/report/run/repository-view.ts';
import type { RepositoryView } from '../../../core/report/run/run-state.ts';
import { skipReason, statusWord, stepWord } from '../../../core/report/status-words.ts';
import { cutLine, type Line, line } from '../../../ui/text/line.ts';
import { toWidth } from '../../../ui/text/text-width.ts';
import { wrap } from '../../../ui/text/wrap.ts';
import { spinnerAt } from '../../../ui/theme/glyphs.ts';
import type { Role } from '../../../ui/theme/theme.ts';
import { amountText, rateText } from '../list/repository-row.ts';
import { activeStep, stepsAhead } from '../list/steps-ahead.ts';
import type { DashboardState } from '../state/dashboard-state.ts';
import type { Frame } from './dashboard-layout.ts';
import { logLines } from './log-lines.ts';

/** One repository: its steps, pull requests, failure and log. Pure. */
export function detailLines(
  state: DashboardState,
  repository: RepositoryView,
  frame: Frame,
): readonly Line[] {
  const { source, target, status, webUrl, reason, warnings } = repository;
  const isPaused = state.run.heldSince !== null && status === 'running';
  const facts: readonly Line[] = [
    line(
      ['title', safe(source)],
      `  ${frame.glyphs.arrow} ${safe(target)}  `,
      isPaused ? ['warning', 'paused'] : [roleOf(status), statusWord(status)],
    ),
    ...(webUrl === null ? [] : wrap(safe(webUrl), frame.width)).map((one) => line(['quiet', one])),
    ...(reason === null ? [] : [line(`Skipped: ${safe(skipReason(reason))}`)]),
    ...processLines(repository),
    ...waitLines(repository, state),
    ...failureLines(repository, frame.width),
  ];
  const { run } = state;
  // While it is paused nothing moves.
  const now = run.heldSince ?? state.now;
  const steps = [
    ...repository.steps.map((step) => stepLine(step, repository, { ...frame, now, run })),
    ...stepsAhead(repository).map((name) =>
      name === activeStep(repository)
        ? line('  ', activeSign({ ...frame, now, run }), ` ${stepWord(name)}`)
        : line(['quiet', `  ${frame.glyphs.pending} ${stepWord(name)}`]),
    ),
  ];
  const pulls = pullRequestLines(
    repository,
    state.settings.stateGoes === true ? null : run.migration,
  );
  const warned = warnings.flatMap((text) =>
    wrap(safe(text), frame.width - 2).map((one) => line(['warning', `  ${one}`])),
  );
  const log = logLines(state, { ...frame, rows: mostLogRows, repository: source });
  return [
    ...facts,
    ...part('Steps', steps),
    ...part('Pull requests', pulls),
    ...part('Warnings', warned),
    ...part('Log', log),
  ].map((one) => cutLine(one, frame.width, frame.glyphs.ellipsis));
}

const mostLogRows = 30;

function part(title: string, lines: readonly Line[]): readonly Line[] {
  return lines.length === 0 ? [] : [[], line(['strong', title]), ...lines];
}

function roleOf(status: RepositoryView['status']): Role {
  if (status === 'failed') return 'bad';
  if (status === 'succeeded') return 'good';
  return status === 'pending' || status === 'skipped' ? 'quiet' : 'active';
}

interface Moment extends Frame {
  readonly now: number;
  readonly run: RunClock;
}

function activeSign({ glyphs, now, run }: Moment): readonly [Role, string] {
  return run.heldSince !== null ? ['warning', glyphs.waiting] : ['active', spinnerAt(glyphs, now)];
}

function stepLine(
  step: RepositoryView['steps'][number],
  repository: RepositoryView,
  moment: Moment,
): Line {
  const { glyphs, now, run } = moment;
  const signs: Readonly<Record<typeof step.status, readonly [Role, string]>> = {
    running: activeSign(moment),
    done: ['good', glyphs.succeeded],
    skipped: ['quiet', glyphs.skipped],
    failed: ['bad', glyphs.failed],
  };
  const taken = timeTaken(step, run, now);
  const time = taken === null ? '' : formatDuration(taken);
  const progress = step.status === 'running' ? repository.progress : null;
  const amounts = progress === null ? [] : [amountText(progress), rateText(repository, now) ?? ''];
  const what = [...amounts, safe(step.summary ?? '')].filter(Boolean).join('  ');
  return line(
    '  ',
    signs[step.status],
    ` ${toWidth(stepWord(step.name), 14, '')}`,
    ['quiet', toWidth(time, 10, '')],
    ` ${what}`,
  );
}

function processLines({ status, process }: RepositoryView): readonly Line[] {
  if (process === null || (status !== 'running' && status !== 'waiting')) return [];
  return [line(['quiet', `Process ${process.pid} on ${safe(process.hostname)} is working on it`])];
}

function waitLines(
  { status, wait }: RepositoryView,
  { now }: Pick<DashboardState, 'now'>,
): readonly Line[] {
  if (status !== 'waiting' || wait === null || wait.until <= now) return [];
  const time = formatElapsed(wait.until - now);
  return [
    line(['warning', `Waiting ${time} for ${safe(serviceName(wait))}: ${safe(wait.reason)}`]),
  ];
}

function failureLines({ status, failure }: RepositoryView, width: number): readonly Line[] {
  if (status !== 'failed' || failure === null) return [];
  const { message, detail } = failure;
  const wrapped = (text: string) => wrap(text, width);
  return [
    ...wrapped(safe(message)).map((text) => line(['bad', text])),
    ...(detail === null ? [] : wrapped(safe(detail)).map((text) => line(['quiet', text]))),
    ...wrapped(adviceText(failure)).map((text) => line(text)),
  ];
}

function pullRequestLines(
  { pullRequests, source }: RepositoryView,
  migration: string | null,
): readonly Line[] {
  if (pullRequests === null || pullRequests.total === 0) return [];
  const { total, comments, changed, placeholders } = pullRequests;
  const words = [
    'migrator',
    'status',
    '--migration',
    migration ?? '',
    ...flagWithValue('--repository', source),
  ];
  return [
    line(
      `  ${count(total, 'pull request')}, ${count(comments, 'comment')}, ${changed} changed, ${count(placeholders, 'placeholder')}`,
    ),
    ...(migration === null ? [] : [line(['quiet', `  one by one: ${shellCommand(words)}`])]),
  ];
}
