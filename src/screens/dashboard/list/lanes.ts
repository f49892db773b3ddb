import { formatBytes } from '../../../core/kernel/format/format.ts';
import type { StepName } from '../../../core/ports/records/migration.ts';
import type { RepositoryView } from '../../../core/report/run/run-state.ts';
import type { Line } from '../../../ui/text/line.ts';
import { line } from '../../../ui/text/line.ts';
import { toWidth } from '../../../ui/text/text-width.ts';
import { type Glyphs, spinnerAt } from '../../../ui/theme/glyphs.ts';
import type { Role } from '../../../ui/theme/theme.ts';
import { activeStep } from './steps-ahead.ts';

interface Lane {
  readonly title: string;
  readonly width: number;
  /** In their order; where the last of them has ended, so has the lane. */
  readonly steps: readonly StepName[];
}

/** A repository goes through them from left to right. */
const lanes: readonly Lane[] = [
  { title: 'fetch', width: 6, steps: ['inspect', 'archive', 'fetch'] },
  { title: 'LFS', width: 6, steps: ['fetch-lfs', 'lfs'] },
  { title: 'create', width: 6, steps: ['create'] },
  { title: 'push', width: 6, steps: ['import', 'push'] },
  { title: 'PRs', width: 11, steps: ['pull-requests'] },
  { title: 'settings', width: 8, steps: ['settings'] },
  { title: 'verify', width: 6, steps: ['verify'] },
];

const gap = 2;

/** Columns that all lanes take, with the gap behind each. */
export const lanesWidth = lanes.reduce((sum, { width }) => sum + width + gap, 0);

/** The titles of the lanes. Pure. */
export function laneTitles(): Line {
  return lanes.map(({ title, width }) => ({
    text: toWidth(title, width + gap, ''),
    role: 'quiet' as const,
  }));
}

interface LaneOptions {
  readonly glyphs: Glyphs;
  readonly now: number;
  readonly isHeld: boolean;
  /** It is being compared with the target. */
  readonly isCompared: boolean;
}

/** How far a repository is in each lane. Pure. */
export function laneCells(repository: RepositoryView, options: LaneOptions): Line {
  const { glyphs } = options;
  const states = lanes.map((lane) => stateOf(lane, repository));
  const furthest = states.findLastIndex((state) => state !== 'pending');
  const active = options.isCompared ? 'verify' : activeStep(repository);
  return lanes.flatMap((lane, index) => {
    const known = states[index] ?? 'pending';
    // Earlier runs have gone through what comes before.
    const passed = known === 'pending' && index < furthest ? 'done' : known;
    const isActive = active !== null && lane.steps.includes(active) && known !== 'failed';
    const state = isActive ? 'running' : passed;
    const [role, text] = cellOf(lane, { state, repository, ...options });
    return line([role, toWidth(text, lane.width + gap, glyphs.ellipsis)]);
  });
}

type LaneState = 'pending' | 'between' | 'running' | 'done' | 'skipped' | 'failed';

function stateOf({ steps }: Lane, repository: RepositoryView): LaneState {
  const begun = repository.steps.filter(({ name }) => steps.includes(name));
  const last = begun.at(-1);
  if (last === undefined) return 'pending';
  if (last.status === 'failed' || last.status === 'running') return last.status;
  const end = begun.find(({ name }) => name === steps.at(-1));
  if (end !== undefined) return end.status as LaneState;
  return last.status === 'skipped' ? 'skipped' : 'between';
}

function cellOf(
  lane: Lane,
  options: LaneOptions & { readonly state: LaneState; readonly repository: RepositoryView },
): readonly [Role, string] {
  const { state, repository, glyphs, now, isHeld } = options;
  switch (state) {
    case 'pending':
    case 'between':
      return ['quiet', glyphs.separator];
    case 'skipped':
      return ['quiet', glyphs.unknown];
    case 'failed':
      return ['bad', glyphs.failed];
    case 'done':
      return ['good', `${glyphs.succeeded}${amountOf(lane, repository)}`];
    case 'running':
      if (repository.status === 'waiting' || isHeld) return ['warning', glyphs.waiting];
      return ['active', progressOf(lane, repository) ?? spinnerAt(glyphs, now)];
  }
}

/** Counts what was migrated there, where it is a number to look for. */
function amountOf({ title }: Lane, { lfsObjects, pullRequests }: RepositoryView): string {
  const many = title === 'LFS' ? lfsObjects : title === 'PRs' ? pullRequests?.total : null;
  return many ? ` ${many.toLocaleString('en-US')}` : '';
}

/** Writes `9/17`, `40%` or `47 MB`; `null` where nothing says how far it is. */
function progressOf({ steps }: Lane, { step, progress }: RepositoryView): string | null {
  if (progress === null || step === null || !steps.includes(step)) return null;
  const { done, total, unit } = progress;
  if (unit === 'state' || total === 0) return null;
  if (unit === 'percent') return `${Math.round(done)}%`;
  if (unit === 'pull requests') {
    return total === null ? done.toLocaleString('en-US') : `${done}/${total}`;
  }
  if (total !== null) return `${Math.floor((100 * Math.min(done, total)) / total)}%`;
  return unit === 'bytes' ? formatBytes(done) : done.toLocaleString('en-US');
}
