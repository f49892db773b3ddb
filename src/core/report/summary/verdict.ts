import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { type EndCheck, proofOf } from '../proof.ts';
import type { RepositoryView, RunState } from '../run/run-state.ts';
import { type LeftToDo, leftInRun, toDosOf } from './to-dos.ts';

/** Says in one sentence what a run came to. */
export interface Verdict {
  readonly role: 'good' | 'warning' | 'bad';
  readonly text: string;
}

const ended: readonly RepositoryView['status'][] = ['succeeded', 'skipped', 'failed'];

/** Counts repositories of this run that are not finished. Pure. */
export function openOf(all: readonly Pick<RepositoryView, 'status'>[]): number {
  return all.filter(({ status }) => !ended.includes(status)).length;
}

/** Tells whether it was written for the importer, and nowhere else. Pure. */
export function isArchived({ steps }: Pick<RepositoryView, 'steps'>): boolean {
  return (
    steps.some(({ name }) => name === 'archive') && !steps.some(({ name }) => name === 'import')
  );
}

/**
 * Says what is on the target. Pure.
 * @param options.isWhole the plan has every repository of the workspace
 * @param options.follows the targets stay closed until the cut-over
 * @param options.left besides the differences of the comparison; of this run alone where it is left out
 */
export function verdictOf(
  run: RunState,
  {
    check,
    isWhole = false,
    follows = false,
    left = leftInRun(run),
  }: {
    readonly check: EndCheck | null;
    readonly isWhole?: boolean;
    readonly follows?: boolean;
    readonly left?: LeftToDo | undefined;
  },
): Verdict {
  const all = [...run.repositories.values()];
  const { succeeded, skipped, failed } = run.counts ?? { succeeded: 0, skipped: 0, failed: 0 };
  const total = succeeded + skipped + failed + openOf(all);
  const archives = all.filter(isArchived).length;
  if (archives > 0) return archivesVerdict(run, archives);
  const proof = proofOf(check);
  const problems = proof?.problems.length ?? 0;
  const closed = follows ? ', closed until the cut-over' : '';
  const text =
    succeeded === total && total > 0
      ? `${subjectOf(run, { total, isWhole })} on GitHub${closed}`
      : `${succeeded.toLocaleString('en-US')} of ${repositories(total)} ${total === 1 ? 'is' : 'are'} on GitHub`;
  if (problems > 0) return { role: 'bad', text: `${text}, with ${count(problems, 'defect')}` };
  if (failed > 0) return { role: 'bad', text };
  if (run.status !== 'completed') return { role: 'warning', text };
  if (check?.kind === 'not-yet') return { role: 'warning', text: `${text}, not verified yet` };
  const { length: many } = toDosOf(left, proof);
  return { role: 'good', text: many === 0 ? text : `${text}; ${count(many, 'thing')} left to do` };
}

function archivesVerdict({ counts, status }: RunState, archives: number): Verdict {
  const text = `${count(archives, 'archive')} written, not imported yet`;
  if ((counts?.failed ?? 0) > 0) return { role: 'bad', text };
  return { role: status === 'completed' ? 'good' : 'warning', text };
}

/** `acme-workspace is`, `14 repositories are`, `web-shop is`. */
function subjectOf(
  { workspace, repositories: all }: RunState,
  { total, isWhole }: { readonly total: number; readonly isWhole: boolean },
): string {
  if (isWhole && workspace !== null) return `${safe(workspace)} is`;
  const [only] = all.values();
  return total === 1 && only !== undefined
    ? `${safe(only.source)} is`
    : `${repositories(total)} are`;
}

function repositories(many: number): string {
  return count(many, 'repository', 'repositories');
}
