import { count } from '../../../../core/kernel/format/format.ts';
import type { Plan } from '../../../../core/plan/plan-schema.ts';
import { groupProblems, type ProblemGroup } from '../../../../core/report/group-problems.ts';
import type { DryRun } from '../../../../core/verbs/migrate/dry-run-plan.ts';
import type { Choices } from '../../../../core/wizard/choices.ts';
import type { CalibrationDue } from '../../../../core/wizard/session/session.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

export interface SavedPlan {
  readonly choices: Choices;
  readonly plan: Plan;
  /** Names that had to change. */
  readonly notes: readonly string[];
}

export interface Reviewed extends SavedPlan {
  readonly dryRun: DryRun;
  /** Things that nobody has tried lately. */
  readonly due: CalibrationDue;
  /** Slugs of repositories that more people can read than on Bitbucket. */
  readonly opened: ReadonlySet<string>;
  /** People seen in pull requests, and the names of those without a GitHub login; `null` where that is unknown. */
  readonly people: { readonly seen: number; readonly without: readonly string[] } | null;
}

/** Names the calibration that is due; `null` where none is. Pure. */
export function calibrationLabel({ host, importer }: CalibrationDue): string | null {
  if (host) return importer ? 'Test GitHub and its importer first' : 'Calibrate GitHub first';
  return importer ? "Test GitHub's importer first" : null;
}

export interface ReviewState {
  readonly task: Task<Reviewed>;
  /** Even if the checks fail. */
  readonly saved: SavedPlan | null;
  /** From the checks, other than problems. */
  readonly notes: readonly string[];
  /** The row that gets Enter. */
  readonly cursor: ReviewRow;
  readonly open: ReadonlySet<ReviewSection>;
  /** Rows above the screen. */
  readonly scrolled: number;
}

/** Sections below the verdict, in their order; problems stand above them. */
export const reviewSections = [
  'identical',
  'different',
  'by-hand',
  'people',
  'notes',
  'cost',
  'commands',
] as const;

/** Ways out where repositories exist on GitHub already. */
export const existingChoices = ['skip', 'overwrite', 'organization'] as const;

export type ExistingChoice = (typeof existingChoices)[number];
/** `problem-0`: the first group of problems. */
export type ReviewSection = (typeof reviewSections)[number] | `problem-${number}`;
export type ReviewRow = 'continue' | ExistingChoice | ReviewSection;

export type ReviewAction =
  | { readonly type: 'task'; readonly task: Task<Reviewed> }
  | { readonly type: 'saved'; readonly saved: SavedPlan }
  | { readonly type: 'note'; readonly message: string }
  | { readonly type: 'place'; readonly cursor: ReviewRow; readonly scrolled: number }
  | { readonly type: 'toggle'; readonly section: ReviewSection };

export type ReviewSlice = Slice<'review', ReviewState, ReviewAction>;

export const initialReview: ReviewState = {
  task: idle,
  saved: null,
  notes: [],
  cursor: 'continue',
  open: new Set(),
  scrolled: 0,
};

/** Pure. */
export function reduceReview(state: ReviewState, action: ReviewAction): ReviewState {
  switch (action.type) {
    case 'task':
      return withTask(state, action.task);
    case 'saved':
      return { ...state, saved: action.saved };
    case 'note':
      return { ...state, notes: [...new Set([...state.notes, action.message])] };
    case 'place':
      return { ...state, cursor: action.cursor, scrolled: action.scrolled };
    case 'toggle': {
      const open = new Set(state.open);
      if (!open.delete(action.section)) open.add(action.section);
      return { ...state, open };
    }
  }
}

/** With problems, the cursor is at the first way out. */
function withTask(state: ReviewState, task: ReviewState['task']): ReviewState {
  if (task.status === 'running') {
    return { ...initialReview, task, saved: state.saved };
  }
  const groups = task.status === 'done' ? problemGroups(task.value) : [];
  if (groups.length === 0) return { ...state, task };
  return { ...state, task, cursor: groups.some(isExisting) ? 'skip' : 'problem-0' };
}

/** Tells whether repositories of these names are on GitHub already, which an option decides about. Pure. */
export function isExisting({ cause }: Pick<ProblemGroup, 'cause'>): boolean {
  return cause.code === 'target-exists' && !cause.message.includes(' belongs to ');
}

/** Problems by their cause. Pure. */
export function problemGroups({ dryRun, plan }: Reviewed): readonly ProblemGroup[] {
  return groupProblems(dryRun.problems, plan);
}

/** How many repositories the migration would write. Pure. */
export function aheadOf({ result }: DryRun): number {
  const ahead = result?.repositories.filter(({ action }) => action !== 'skip' && action !== 'done');
  return ahead?.length ?? 0;
}

/** Why the review does not lead on; `null` if it does. Pure. */
export function whyNot({ task }: Pick<ReviewState, 'task'>): string | null {
  if (task.status !== 'done') {
    return task.status === 'failed' ? 'the check failed' : 'wait for the checks';
  }
  const problems = problemGroups(task.value);
  if (problems.length > 0) return `fix ${count(problems.length, 'problem')} first`;
  return aheadOf(task.value.dryRun) === 0 ? 'nothing to do' : null;
}
