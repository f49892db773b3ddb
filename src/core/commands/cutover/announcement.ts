import { MigratorError } from '../../kernel/errors.ts';
import { count, formatDuration } from '../../kernel/format/format.ts';
import type { Notice } from '../../notices/notice.ts';
import type { CutoverOutcome } from '../../verbs/cutover/cutover.ts';
import type { CutoverCheck, CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';

type Of = Pick<CutoverRun, 'migration' | 'plan'>;

/** Tells that the checks have passed, and a person may begin. Pure. */
export function readyNotice({ repositories }: CutoverCheck, run: Of): Notice {
  const many = count(repositories.length, 'repository', 'repositories');
  return {
    event: 'cutover-ready',
    text: `${headOf(run)}: the cut-over of ${many} can begin.`,
    migration: run.migration.id,
    details: { repositories: repositories.length },
  };
}

/** Pure. */
export function outcomeNotice(outcome: CutoverOutcome, run: Of): Notice {
  if (outcome.kind === 'refused') return blockedNotice(outcome.problems, run);
  const { check } = outcome;
  if (outcome.kind === 'checked') {
    return check.problems.length > 0 ? blockedNotice(check.problems, run) : readyNotice(check, run);
  }
  const { lockedMilliseconds: locked } = outcome;
  const after = locked === null ? '' : ` Nobody could push for ${formatDuration(locked)}.`;
  const many = count(check.repositories.length, 'repository', 'repositories');
  return {
    event: 'cutover-done',
    text: `${headOf(run)}: the cut-over of ${many} is done.${after}`,
    migration: run.migration.id,
    details: { repositories: check.repositories.length, lockedMilliseconds: locked },
  };
}

/** Tells what keeps a cut-over from beginning or going on; `null` where a person has stopped it. Pure. */
export function stoppedNotice(thrown: unknown, run: Of): Notice | null {
  const isPerson =
    thrown instanceof MigratorError && (thrown.code === 'interrupted' || thrown.code === 'usage');
  if (isPerson || !(thrown instanceof MigratorError)) return null;
  return blockedNotice([thrown], run);
}

function blockedNotice(problems: readonly MigratorError[], run: Of): Notice {
  const [first] = problems;
  const reasons = problems.map(({ code, message, hint }) => ({ code, message, hint }));
  return {
    event: 'cutover-blocked',
    text: `${headOf(run)}: ${count(problems.length, 'problem')} in the cut-over. ${first?.message ?? ''}`,
    migration: run.migration.id,
    details: { problems: reasons.slice(0, 20) },
  };
}

function headOf({ migration, plan }: Of): string {
  return `${migration.id} (${plan.source.workspace} to ${plan.target.organization})`;
}
