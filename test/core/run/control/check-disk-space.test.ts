import { describe, expect, it } from 'vitest';
import { neededBytes } from '../../../../src/core/run/control/check-disk-space.ts';
import { sourceRepository } from '../../source-repository.ts';

const none = neededBytes({ options: { workers: 1 }, sources: new Map(), rewritten: new Set() });
const sources = new Map(
  [1000, 600, 400].map((sizeBytes, at) => [
    `web-${at}`,
    sourceRepository(`web-${at}`, { sizeBytes }),
  ]),
);
const needed = (workers: number, ...rewritten: readonly string[]) =>
  neededBytes({ options: { workers }, sources, rewritten: new Set(rewritten) }) - none;

describe('neededBytes', () => {
  it('adds up the largest repositories that run at the same time', () => {
    expect([needed(1), needed(2), needed(9)]).toEqual([1000, 1600, 2000]);
  });

  it('counts a repository twice whose large files are rewritten', () => {
    expect([needed(1, 'web-1'), needed(2, 'web-0')]).toEqual([1200, 2600]);
  });
});
