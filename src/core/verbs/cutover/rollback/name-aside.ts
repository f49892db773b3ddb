import type { Plan } from '../../../plan/plan-schema.ts';
import { namesForReplaced } from '../../../replica/apply/steps/replaced/names-for-replaced.ts';
import type { CheckedTarget, RollbackCheck } from './rollback-request.ts';

/**
 * Foresees the name that a target is kept under: the first that nobody had when it was checked. Pure.
 * @returns the same name twice where an earlier rollback has renamed it
 */
export function nameAside(
  { planned, targetId, state }: Pick<CheckedTarget, 'planned' | 'targetId' | 'state'>,
  { before, plan, now }: Pick<RollbackCheck, 'before'> & { plan: Plan; now: number },
): { readonly name: string; readonly aside: string } {
  const name = before.find(({ id }) => id === targetId)?.name ?? planned.target;
  const isRenamed = state.kind === 'ready' && state.isBegun && name !== planned.target;
  if (isRenamed) return { name, aside: name };
  const taken = new Set(before.map((one) => one.name.toLowerCase()));
  const names = namesForReplaced({ planned, plan, now, word: 'rolledback' });
  const aside = names.find((one) => !taken.has(one.toLowerCase())) ?? names[0] ?? name;
  return { name, aside };
}
