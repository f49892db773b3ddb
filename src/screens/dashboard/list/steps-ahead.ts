import { type StepName, stepNames } from '../../../core/ports/records/migration.ts';
import type { RepositoryView } from '../../../core/report/run/run-state.ts';

/** Steps that every repository goes through, and this one has not begun. Pure. */
export function stepsAhead({
  status,
  steps,
  endedEarlier,
}: Pick<RepositoryView, 'status' | 'steps' | 'endedEarlier'>): readonly StepName[] {
  if (status === 'succeeded' || status === 'skipped' || endedEarlier) return [];
  const last = steps.at(-1)?.name;
  const from = last === undefined ? 0 : stepNames.indexOf(last) + 1;
  // A step may begin before the one that is listed ahead of it.
  const begun = new Set<StepName>(['archive', 'import', ...steps.map(({ name }) => name)]);
  return stepNames.slice(from).filter((name) => !begun.has(name));
}

/** The step that a repository is at: between two of them it is the next one. `null`: nobody works on it. Pure. */
export function activeStep(
  repository: Pick<RepositoryView, 'status' | 'steps' | 'endedEarlier'>,
): StepName | null {
  const { status, steps } = repository;
  if (status !== 'running' && status !== 'waiting') return null;
  const running = steps.find((step) => step.status === 'running');
  return running?.name ?? stepsAhead(repository)[0] ?? null;
}
