import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shapeFiles } from '../../scripts/shapes/shape-files.ts';

const files = shapeFiles();

describe('assets/shapes', () => {
  it.each(Object.entries(files))('%s is what `npm run shapes` writes', (name, text) => {
    const path = new URL(`../../assets/shapes/${name}.json`, import.meta.url);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('holds names alone, and none that could be of a person or a place', () => {
    const names = JSON.parse(files.names ?? '') as string[];
    expect(names.length).toBeGreaterThan(1000);
    expect(names.filter((name) => !/^[A-Za-z_][\w.$:-]{0,79}$/.test(name))).toEqual([]);
    expect(names.filter((name) => /@|https?:|\.(com|org|net)$/.test(name))).toEqual([]);
  });
});
