import { refsOf } from '../../../helpers/repositories/git-fixture.ts';

/** Branches and tags with their hashes. */
export function readRefs(directory: string): ReadonlyMap<string, string> {
  const lines = refsOf(directory)
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]));
}
