import type { Item, Stage } from '../model/pipeline.ts';
import { child, entriesOf, itemsOf, placedText, type Tree } from '../tree/tree.ts';
import { type ParseContext, placeIfTrue, reportOthers } from './context.ts';
import { parseChangesets } from './parse-changesets.ts';
import { parseStep } from './parse-step.ts';
import type { StepDefaults } from './step-defaults.ts';

const stageKeys = new Set(['name', 'steps', 'deployment', 'environment', 'condition', 'trigger']);

/** Steps, parallel groups and stages in their order. */
export function parseItems(
  tree: Tree | undefined,
  defaults: StepDefaults,
  context: ParseContext,
): readonly Item[] {
  return itemsOf(tree).flatMap((item) => parseItem(item, defaults, context));
}

function parseItem(tree: Tree, defaults: StepDefaults, context: ParseContext): readonly Item[] {
  return entriesOf(tree).flatMap(([key, value]): readonly Item[] => {
    if (key === 'step') return [{ kind: 'step', step: parseStep(value, defaults, context) }];
    if (key === 'parallel') return [parseParallel(value, defaults, context)];
    if (key === 'stage') return [parseStage(value, defaults, context)];
    if (key !== 'variables') {
      const advice = 'Bitbucket accepts only step, parallel, stage and variables here.';
      context.findings.lost(value.place, `Unknown item ${key}`, advice);
    }
    return [];
  });
}

function parseParallel(tree: Tree, defaults: StepDefaults, context: ParseContext): Item {
  const { place } = tree;
  if (tree.kind !== 'map') {
    return { kind: 'parallel', place, items: parseItems(tree, defaults, context) };
  }
  reportOthers(tree, new Set(['steps', 'fail-fast']), context);
  const failFast = child(tree, 'fail-fast');
  if (failFast !== undefined && placeIfTrue(failFast) === null) {
    context.findings.exact(failFast.place, 'The other parallel jobs keep running when one fails');
  } else if (failFast !== undefined) {
    context.findings.changed(
      failFast.place,
      'GitHub lets the other parallel jobs finish when one fails',
      'If time matters, add a final step with if: failure() that cancels the run.',
    );
  }
  return { kind: 'parallel', place, items: parseItems(child(tree, 'steps'), defaults, context) };
}

function parseStage(tree: Tree, defaults: StepDefaults, context: ParseContext): Stage {
  reportOthers(tree, stageKeys, context);
  const trigger = child(tree, 'trigger');
  return {
    kind: 'stage',
    place: tree.place,
    name: placedText(child(tree, 'name')),
    items: parseItems(child(tree, 'steps'), defaults, context),
    deployment: placedText(child(tree, 'deployment') ?? child(tree, 'environment')),
    changesets: parseChangesets(child(tree, 'condition'), context),
    state: placedText(child(child(tree, 'condition'), 'state')),
    manual: placedText(trigger)?.value === 'manual' ? (trigger?.place ?? null) : null,
  };
}
