import type { Findings } from '../findings/finding.ts';
import type { ImportedFiles } from '../imports/imported-files.ts';
import { entriesOf, type Place, type Placed, placedText, type Tree, textOf } from '../tree/tree.ts';

/** Carries what every parser needs besides the tree. */
export interface ParseContext {
  readonly findings: Findings;
  /** Top-level keys that hold anchors. */
  readonly anchors: ReadonlySet<string>;
  readonly imports: ImportedFiles;
}

/** Reports the keys of a map that no parser reads, so that none is dropped silently. */
export function reportOthers(
  tree: Tree | undefined,
  known: ReadonlySet<string>,
  { findings, anchors }: ParseContext,
): void {
  for (const [key, { place }] of entriesOf(tree)) {
    if (known.has(key)) continue;
    if (/^(?:\.|x-)/.test(key) || anchors.has(place.path)) {
      findings.exact(place, 'Defines anchors; converted where aliases refer to them');
      continue;
    }
    findings.lost(place, `Unknown key ${key}`, 'Check its spelling, or convert it by hand.');
  }
}

/** Scalars of a list, with the place of the list. Pure. */
export function placedTexts(tree: Tree | undefined): Placed<readonly string[]> | null {
  if (tree === undefined) return null;
  const items = tree.kind === 'list' ? tree.items : [tree];
  return { place: tree.place, value: items.flatMap((item) => textOf(item) ?? []) };
}

/** A number; `null`, with a finding, where it is none. */
export function placedNumber(
  tree: Tree | undefined,
  { findings }: ParseContext,
): Placed<number> | null {
  const text = placedText(tree);
  if (text === null) return null;
  const value = Number(text.value);
  if (Number.isFinite(value) && value > 0) return { value, place: text.place };
  findings.lost(text.place, `${text.value} is not a number`);
  return null;
}

/** The place of a key that is set to `true`. Pure. */
export function placeIfTrue(tree: Tree | undefined): Place | null {
  return tree?.kind === 'scalar' && String(tree.value) === 'true' ? tree.place : null;
}

/** The value of a switch with its place. Pure. */
export function placedSwitch(tree: Tree | undefined): Placed<boolean> | null {
  if (tree?.kind !== 'scalar' || tree.value === null) return null;
  return { value: String(tree.value) === 'true', place: tree.place };
}
