import type { CustomVariable } from '../model/pipeline.ts';
import { child, itemsOf, placedText, type Tree } from '../tree/tree.ts';
import { type ParseContext, placedTexts, reportOthers } from './context.ts';

const keys = new Set(['name', 'default', 'allowed-values', 'description']);

/** Variables that a person fills in to start a custom pipeline. */
export function parseVariables(
  pipeline: Tree,
  { isCustom }: { readonly isCustom: boolean },
  context: ParseContext,
): readonly CustomVariable[] {
  return itemsOf(pipeline).flatMap((item) => {
    const variables = child(item, 'variables');
    if (variables === undefined) return [];
    if (!isCustom) {
      context.findings.lost(variables.place, 'Only custom pipelines have variables');
      return [];
    }
    return itemsOf(variables).flatMap((one) => parseVariable(one, context));
  });
}

function parseVariable(tree: Tree, context: ParseContext): readonly CustomVariable[] {
  reportOthers(tree, keys, context);
  const name = placedText(child(tree, 'name'));
  if (name === null) return [];
  return [
    {
      name: name.value,
      place: name.place,
      default: placedText(child(tree, 'default')),
      allowed: placedTexts(child(tree, 'allowed-values')),
      description: placedText(child(tree, 'description')),
    },
  ];
}
