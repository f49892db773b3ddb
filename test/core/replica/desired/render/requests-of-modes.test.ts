import { describe, expect, it } from 'vitest';
import { bob, comment, onLine, options, place, renderPullRequest } from './fixture.ts';

const inline = place({ context: '@@ -10,2 +10,3 @@\n a\n b\n+c' });

/** The request that opens the pull request is one of them. */
function contentCreating(rendered: ReturnType<typeof options>): number {
  const { reviews, fileComments, replies, comments } = renderPullRequest(rendered);
  return 1 + reviews.length + fileComments.length + replies.length + comments.length;
}

function twelveComments(mode: 'threaded' | 'compact' | 'folded') {
  const ids = Array.from({ length: 12 }, (_, index) => String(index + 1));
  return options({
    mode,
    conversation: {
      comments: ids.map((id, index) => {
        if (index < 4) return comment(id, { inline });
        return index < 8
          ? comment(id, { inline, parentId: String(index - 3) })
          : comment(id, { author: bob });
      }),
    },
    placements: { 1: onLine(), 2: onLine(), 3: onLine(), 4: onLine() },
  });
}

describe('a pull request as it is rendered', () => {
  it('takes ten requests for twelve comments, eight of them in four threads', () => {
    expect(contentCreating(twelveComments('threaded'))).toBe(10);
    expect(contentCreating(twelveComments('compact'))).toBe(2);
    expect(contentCreating(twelveComments('folded'))).toBe(1);
  });
});
