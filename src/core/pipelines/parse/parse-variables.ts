import type { CustomVariable } from '../model/pipeline.ts';
import { child, itemsOf, placedText, type Tree, textOf } from '../tree/tree.ts';
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
  if (!/^[A-Za-z_]\w*$/.test(name.value)) {
    context.findings.lost(
      tree.place,
      `GitHub does not accept an input named ${name.value}`,
      'Rename it.',
    );
    return [];
  }
  const preset = defaultOf(child(tree, 'default'));
  const allowed = allowedOf(child(tree, 'allowed-values'));
  const isAllowed = allowed === null || preset === null || allowed.value.includes(preset.value);
  if (!isAllowed) {
    context.findings.lost(preset.place, 'The default is not an allowed value', 'Choose another.');
  }
  return [
    {
      name: name.value,
      place: name.place,
      default: isAllowed ? preset : null,
      allowed,
      description: placedText(child(tree, 'description')),
    },
  ];
}

/** GitHub refuses an empty option, and one that stands there twice. */
function allowedOf(tree: Tree | undefined): CustomVariable['allowed'] {
  const allowed = placedTexts(tree);
  if (allowed === null) return null;
  const value = [...new Set(allowed.value)].filter((one) => one.trim() !== '');
  return value.length === 0 ? null : { value, place: allowed.place };
}

/** An empty text is a default too. */
function defaultOf(tree: Tree | undefined): CustomVariable['default'] {
  const value = textOf(tree);
  return value === null || tree === undefined ? null : { value, place: tree.place };
}
