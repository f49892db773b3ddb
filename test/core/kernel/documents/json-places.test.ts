import fc from 'fast-check';
import { findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { jsonPlaces } from '../../../../src/core/kernel/documents/json-places.ts';

function pathsOf(value: unknown): JSONPath[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const isList = Array.isArray(value);
  const within = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child).map((path) => [isList ? Number(key) : key, ...path]),
  );
  return [[], ...within];
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

describe('jsonPlaces', () => {
  it('finds every value and every key where a tree of the text has them', () => {
    const data = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value, null, 1));
    fc.assert(
      fc.property(data, (text) => {
        const tree = parseTree(text);
        if (tree === undefined) throw new Error('there is no tree');
        const paths = pathsOf(JSON.parse(text));
        const nodes = paths.map((path) => findNodeAtLocation(tree, path));
        const values = jsonPlaces(
          text,
          paths.map((path) => ({ path, isKey: false })),
        );
        expect(values).toEqual(nodes.map((node) => placeAt(text, node?.offset ?? -1)));
        for (const [index, path] of paths.entries()) {
          if (typeof path.at(-1) !== 'string') continue;
          const [place] = jsonPlaces(text, [{ path, isKey: true }]);
          const key = nodes[index]?.parent?.children?.[0];
          expect(place).toEqual(placeAt(text, key?.offset ?? -1));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('answers with the place of what is around, where something is missing', () => {
    const text = '{\n  "a": [\n    {}\n  ]\n}';
    const missing = { path: ['a', 0, 'b', 'c'], isKey: false };
    expect(jsonPlaces(text, [missing])).toEqual([{ line: 3, column: 5 }]);
  });
});
