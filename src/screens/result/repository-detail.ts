import { repositoryPage } from '../../core/commands/run-result.ts';
import { count, formatDuration } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import { adviceText, failureText } from '../../core/report/failure-lines.ts';
import { proofOf } from '../../core/report/proof.ts';
import { type RunClock, timeTaken } from '../../core/report/run/repository-view.ts';
import type { RepositoryView } from '../../core/report/run/run-state.ts';
import { skipReason, statusWord } from '../../core/report/status-words.ts';
import { toDosOfOne } from '../../core/report/summary/to-dos.ts';
import { type Line, line } from '../../ui/text/line.ts';
import { wrap } from '../../ui/text/wrap.ts';
import type { Role } from '../../ui/theme/theme.ts';
import type { Frame } from './result-lines.ts';
import type { ResultState } from './result-state.ts';

/** A repository: where it is, what arrived, its failure with the fix, its warnings and defects whole. Pure. */
export function repositoryDetail(
  { result }: ResultState,
  repository: RepositoryView,
  { width, glyphs }: Omit<Frame, 'height'>,
): readonly Line[] {
  const { source, target, status, reason, failure } = repository;
  const page = status === 'succeeded' ? repositoryPage(result, target) : null;
  const problems = (proofOf(result.check)?.problems ?? []).filter(
    (one) => one.repository === source,
  );
  const wrapped = (text: string, role?: Role) =>
    wrap(text, width - 2).map((one) => line('  ', role === undefined ? one : [role, one]));
  return [
    line(['title', safe(source)], `  ${glyphs.arrow} ${safe(target)}  `, [
      roleOf(status),
      statusWord(status),
    ]),
    ...(page === null ? [] : [[{ text: page, link: page }]]),
    ...amounts(repository, result.run).map((text) => line(['quiet', text])),
    ...(status === 'skipped' ? wrapped(`Skipped: ${safe(skipReason(reason))}`) : []),
    ...(failure === null || status !== 'failed'
      ? []
      : [[], ...wrapped(`${failureText(failure)}.`, 'bad'), ...wrapped(adviceText(failure))]),
    ...part(
      'Defects',
      problems.flatMap(({ text, remedy }) => [
        ...wrapped(safe(text), 'bad'),
        ...(remedy === null ? [] : wrapped(safe(remedy))),
      ]),
    ),
    ...part(
      'To do by hand',
      toDosOfOne(result.left, source).flatMap(({ text, fix }) => [
        ...wrapped(text, 'warning'),
        ...(fix === null ? [] : wrapped(fix)),
      ]),
    ),
  ];
}

function part(title: string, lines: readonly Line[]): readonly Line[] {
  return lines.length === 0 ? [] : [[], line(['strong', title]), ...lines];
}

function roleOf(status: RepositoryView['status']): Role {
  if (status === 'failed') return 'bad';
  return status === 'succeeded' ? 'good' : 'quiet';
}

function amounts(repository: RepositoryView, run: RunClock): readonly string[] {
  const { refs, lfsObjects, pullRequests } = repository;
  const taken = timeTaken(repository, run, 0);
  const parts = [
    ...(refs === null ? [] : [count(refs, 'ref')]),
    ...(lfsObjects ? [count(lfsObjects, 'LFS object')] : []),
    ...(pullRequests?.total ? [count(pullRequests.total, 'pull request')] : []),
    ...(pullRequests?.comments ? [count(pullRequests.comments, 'comment')] : []),
    ...(taken === null || repository.finishedAt === null ? [] : [formatDuration(taken)]),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}
