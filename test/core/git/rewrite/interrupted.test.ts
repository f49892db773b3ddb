import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitTool } from '../../../../src/core/git/process/git-tool.ts';
import { rewriteMirror } from '../../../../src/core/git/rewrite/rewritten-mirror.ts';
import { commitFiles, git } from '../fixture.ts';
import { large, limit, openRewritePlace, type RewritePlace } from './rewrite-place.ts';

let place: RewritePlace;
beforeEach(async () => {
  place = await openRewritePlace();
  commitFiles(place.directory, 'main', { a: 'one', b: large('b') });
  git(place.directory, 'tag', '-a', '-m', 'One', 'one', 'main');
});
afterEach(() => place.close());

/** Ends as by a kill before the command of this number. */
function endingAt(tool: GitTool, number: number): GitTool {
  let left = number;
  const count = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  return {
    ...tool,
    run: async (call) => {
      count();
      return tool.run(call);
    },
    stream: async (call) => {
      count();
      return tool.stream(call);
    },
  };
}

/** Is ended before its first command, then before its second, and so on, until it comes to its end. */
async function endAgainAndAgain(): Promise<number> {
  const { copy, directory, tool } = place;
  for (let number = 0; ; number += 1) {
    const killed = endingAt(tool, number);
    const ended = await rewriteMirror({ git: killed, directory, into: copy, limit }).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (ended) return number;
  }
}

const refsOf = (directory: string) => git(directory, 'for-each-ref');

describe('a rewrite that is killed before each of its commands', () => {
  it('comes to the same end, and leaves the mirror as it is', async () => {
    const before = refsOf(place.directory);
    expect(await endAgainAndAgain()).toBeGreaterThan(10);
    const first = refsOf(place.copy);
    commitFiles(place.directory, 'later', { c: large('c') });
    expect(await endAgainAndAgain()).toBeGreaterThan(10);
    expect(refsOf(place.copy)).toContain(first.trim().split('\n')[0]);
    const { refs } = await place.rewrite();
    expect(place.checkedOut(refs.get('refs/heads/later') ?? '', 'c')).toBe(large('c'));
    git(place.directory, 'update-ref', '-d', 'refs/heads/later');
    expect(refsOf(place.directory)).toBe(before);
  });
});
