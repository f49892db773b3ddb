import type { Script } from '../model/step.ts';
import { systemVariables } from '../tables/variables.ts';

const use = /(?<!\\)\$(?:\{[#!]?([A-Za-z_]\w*)|env:([A-Za-z_]\w*)|([A-Za-z_]\w*))/g;
const assignment =
  /(?:^|[\s;&|(])(?:\$env:)?([A-Za-z_]\w*)\+?=(?!=)|\bfor\s+([A-Za-z_]\w*)\s+in\b/g;
const reading = /\bread\s+(?:-\w+\s+)*([A-Za-z_][\w ]*)/g;

/** Names of variables that scripts read before they set them, in order; pipes read what they are given. Pure. */
export function usedVariables(scripts: readonly Script[]): readonly string[] {
  const used = new Set<string>();
  const assigned = new Set<string>();
  for (const text of scripts.flatMap(textsOf)) {
    const ownAssignments = assignmentsIn(text);
    for (const { name, at } of usesIn(text)) {
      const set = ownAssignments.get(name);
      const isOwn = assigned.has(name) || (set !== undefined && set < at);
      if (!isOwn && !systemVariables.has(name)) used.add(name);
    }
    for (const name of ownAssignments.keys()) assigned.add(name);
  }
  return [...used];
}

/** Names that a script sets, for what comes after a pipe. Pure. */
export function setVariables(text: string): readonly string[] {
  return [...assignmentsIn(text).keys()].filter((name) => !systemVariables.has(name));
}

function textsOf({ lines }: Script): readonly string[] {
  return lines.flatMap((line) =>
    line.kind === 'command' ? [line.text] : line.variables.flatMap(({ value }) => value),
  );
}

function usesIn(text: string): readonly { readonly name: string; readonly at: number }[] {
  return [...text.matchAll(use)].map((found) => {
    const name = found[1] ?? found[2] ?? found[3] ?? '';
    const isOfItself = new RegExp(`\\b${name}=["']?$`).test(text.slice(0, found.index));
    return { name, at: isOfItself ? -1 : found.index };
  });
}

function assignmentsIn(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (name: string | undefined, at: number) => {
    if (name !== undefined && name !== '' && !found.has(name)) found.set(name, at);
  };
  for (const one of text.matchAll(assignment)) add(one[1] ?? one[2], one.index);
  for (const one of text.matchAll(reading)) {
    for (const name of one[1]?.split(' ') ?? []) add(name, one.index);
  }
  return found;
}
