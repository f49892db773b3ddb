import type { Pipeline, PipelineKind } from '../model/pipeline.ts';
import { child, entriesOf, itemsOf, type Tree, textOf } from '../tree/tree.ts';
import { type ParseContext, placedTexts, reportOthers } from './context.ts';

interface Event {
  readonly kind: PipelineKind;
  /** Activities of a pull request; `undefined` for a push. */
  readonly types?: readonly string[];
}

const events: Readonly<Record<string, Event>> = {
  'repository-push': { kind: 'branch' },
  'pullrequest-created': { kind: 'pull-request', types: ['opened'] },
  'pullrequest-push': { kind: 'pull-request', types: ['synchronize'] },
  'pullrequest-updated': { kind: 'pull-request', types: ['edited'] },
};

const branchCondition =
  /^\s*(?:BITBUCKET_BRANCH\s*==\s*(["'])(?<exact>[^"']+)\1|glob\(\s*BITBUCKET_BRANCH\s*,\s*(["'])(?<glob>[^"']+)\3\s*\))\s*$/;

/**
 * Custom pipelines that an event starts, each as a pipeline of its own for that event: what Bitbucket starts beside the
 * others. Conditions on the branch are converted, others are findings.
 */
export function parseTriggers(
  tree: Tree | undefined,
  customs: readonly Pipeline[],
  context: ParseContext,
): readonly Pipeline[] {
  return entriesOf(tree).flatMap(([name, list]) => {
    const event = events[name];
    if (event === undefined) {
      const advice = 'Add the event to the workflow of the custom pipeline.';
      context.findings.lost(list.place, `The trigger ${name} is not converted`, advice);
      return [];
    }
    return itemsOf(list).flatMap((one) => parseTrigger(one, event, customs, context));
  });
}

function parseTrigger(
  tree: Tree,
  { kind, types }: Event,
  customs: readonly Pipeline[],
  context: ParseContext,
): readonly Pipeline[] {
  reportOthers(tree, new Set(['condition', 'pipelines']), context);
  const condition = child(tree, 'condition');
  const pattern = condition === undefined ? '**' : patternOf(textOf(condition) ?? '');
  const names = placedTexts(child(tree, 'pipelines'));
  if (pattern === null || names === null) {
    context.findings.lost(
      condition?.place ?? tree.place,
      'The condition of the trigger is not converted',
      'Add the event and an if: to the workflow of the custom pipeline.',
    );
    if (names !== null) context.findings.lost(names.place, 'No event starts these pipelines');
    return [];
  }
  return names.value.flatMap((name): readonly Pipeline[] => {
    const custom = customs.find((one) => one.pattern === name);
    if (custom === undefined) {
      context.findings.lost(names.place, `No custom pipeline is named ${name}`);
      return [];
    }
    const trigger = { name, types, places: [condition?.place ?? names.place, names.place] };
    return [{ ...custom, kind, pattern, place: names.place, trigger }];
  });
}

function patternOf(condition: string): string | null {
  const groups = branchCondition.exec(condition)?.groups;
  return groups?.exact ?? groups?.glob ?? null;
}
