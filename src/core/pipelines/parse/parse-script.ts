import type { PipeVariable, Script, ScriptLine } from '../model/step.ts';
import {
  child,
  entriesOf,
  itemsOf,
  type Place,
  placedText,
  type Tree,
  textOf,
} from '../tree/tree.ts';
import { type ParseContext, reportOthers } from './context.ts';

/** Commands and pipes in their order. */
export function parseScript(tree: Tree | undefined, around: Place, context: ParseContext): Script {
  return {
    place: tree?.place ?? around,
    lines: itemsOf(tree).flatMap((item) => parseLine(item, context)),
  };
}

function parseLine(tree: Tree, context: ParseContext): readonly ScriptLine[] {
  const text = textOf(tree);
  if (text !== null) return [{ kind: 'command', text, place: tree.place }];
  const reference = placedText(child(tree, 'pipe'))?.value;
  if (reference !== undefined && !/\s/.test(reference)) {
    reportOthers(tree, new Set(['pipe', 'variables', 'name']), context);
    const variables = entriesOf(child(tree, 'variables')).map((one) => pipeVariable(one, context));
    const place = child(tree, 'pipe')?.place ?? tree.place;
    return [{ kind: 'pipe', reference, name: placedText(child(tree, 'name')), place, variables }];
  }
  reportUnreadable(tree, context);
  return [];
}

function pipeVariable(
  [name, tree]: readonly [string, Tree],
  { findings }: ParseContext,
): PipeVariable {
  const { place } = tree;
  if (tree.kind === 'scalar') return { name, place, value: tree.text };
  if (tree.kind === 'list' && tree.items.every(({ kind }) => kind === 'scalar')) {
    return { name, place, value: tree.items.map((item) => textOf(item) ?? '') };
  }
  findings.exact(place, 'The pipe gets it as JSON');
  return { name, place, value: JSON.stringify(plain(tree)) };
}

function plain(tree: Tree): unknown {
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map(plain);
  return Object.fromEntries([...tree.entries].map(([key, value]) => [key, plain(value)]));
}

function reportUnreadable(tree: Tree, { findings }: ParseContext): void {
  const agent = child(tree, 'agent') ?? child(tree, 'task');
  if (agent !== undefined) {
    findings.lost(tree.place, 'GitHub has no agents for pipelines', 'Run the task another way.');
    return;
  }
  for (const [key, { place }] of entriesOf(tree)) {
    const shown = key.length > 40 ? `${key.slice(0, 40)}…` : key;
    findings.lost(
      place,
      `YAML reads "${shown}" as a key, not as a command`,
      'Bitbucket rejects this line too: quote it.',
    );
  }
}
