import type { Item } from './pipeline.ts';
import type { Step } from './step.ts';

/** All steps of some items, in their order. Pure. */
export function stepsOf(items: readonly Item[]): readonly Step[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item.step] : stepsOf(item.items)));
}
