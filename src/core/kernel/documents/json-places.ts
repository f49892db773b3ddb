import { visit } from 'jsonc-parser';
import type { Target, TextPosition } from './problem.ts';

/** One step of the paths that are looked for, with what is found there. */
interface Branch {
  key: TextPosition | null;
  value: TextPosition | null;
  readonly children: Map<PropertyKey, Branch>;
}

/** An object or array that the walk is in. */
interface Level {
  readonly branch: Branch | undefined;
  /** The key or the index of the value that comes next. */
  next: PropertyKey;
}

/**
 * The places of keys and values in a text that is JSON, found in one pass. No tree of the text is built: that would
 * need many times the memory of its data.
 */
export function jsonPlaces(text: string, targets: readonly Target[]): (TextPosition | null)[] {
  const root = newBranch();
  for (const { path } of targets) grow(root, path);
  const levels: Level[] = [];

  function enter(line: number, character: number): Branch | undefined {
    const level = levels.at(-1);
    const branch = level === undefined ? root : level.branch?.children.get(level.next);
    if (branch !== undefined) branch.value = { line: line + 1, column: character + 1 };
    return branch;
  }
  /** @returns whether anything within is looked for */
  function begin(first: PropertyKey, line: number, character: number): boolean {
    const branch = enter(line, character);
    levels.push({ branch, next: first });
    return branch !== undefined && branch.children.size > 0;
  }

  visit(text, {
    onObjectBegin: (_offset, _length, line, character) => begin('', line, character),
    onArrayBegin: (_offset, _length, line, character) => begin(0, line, character),
    onObjectEnd: () => void levels.pop(),
    onArrayEnd: () => void levels.pop(),
    onObjectProperty: (key, _offset, _length, line, character) => {
      const level = levels.at(-1);
      if (level === undefined) return;
      level.next = key;
      const branch = level.branch?.children.get(key);
      if (branch !== undefined) branch.key = { line: line + 1, column: character + 1 };
    },
    onLiteralValue: (_value, _offset, _length, line, character) => void enter(line, character),
    onSeparator: (separator) => {
      const level = levels.at(-1);
      if (separator === ',' && typeof level?.next === 'number') level.next += 1;
    },
  });
  return targets.map((target) => found(root, target));
}

function newBranch(): Branch {
  return { key: null, value: null, children: new Map() };
}

function grow(root: Branch, path: readonly PropertyKey[]): void {
  let branch = root;
  for (const part of path) {
    const child = branch.children.get(part) ?? newBranch();
    branch.children.set(part, child);
    branch = child;
  }
}

function found(root: Branch, { path, isKey }: Target): TextPosition | null {
  let branch: Branch | undefined = root;
  let nearest = root.value;
  for (const part of path) {
    branch = branch?.children.get(part);
    nearest = branch?.value ?? nearest;
  }
  return isKey ? (branch?.key ?? nearest) : nearest;
}
