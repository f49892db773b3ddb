import { continuationKey, pullRequestKey } from '../../model/keys.ts';
import type { CommentWrite } from '../../model/prepared-pull-request.ts';
import { type Rendering, roomOf, sealed } from './input/rendering.ts';
import { joinBlocks, link, nameOf } from './parts/markdown-pieces.ts';
import { type Block, packBlocks } from './parts/pack-blocks.ts';
import { renderHeader } from './parts/render-header.ts';
import { renderHistory } from './parts/render-history.ts';
import { patchNoticeLength, renderPatch } from './parts/render-patch.ts';
import { taskBlocks } from './parts/render-tasks.ts';

export interface RenderedDescription {
  readonly body: string;
  /** Parts that did not fit, in comments of their own. */
  readonly continuations: readonly CommentWrite[];
}

/** @param conversation what stands in the description of it */
export function renderDescription(
  rendering: Rendering,
  conversation: readonly Block[],
): RenderedDescription {
  const { pullRequest, words } = rendering;
  const { tasks, carried } = pullRequest;
  const room = roomOf(rendering);
  const blocks: Block[] = [
    ...renderHeader(rendering),
    { markdown: rule },
    {
      markdown: pullRequest.description.markdown,
      continued: `**${nameOf(words, pullRequest.author)}** · ${words.time(pullRequest.createdAt)} · description, continued`,
    },
    ...(tasks.length > 0 ? [{ markdown: 'Tasks:' }, ...taskBlocks(words, tasks)] : []),
    ...renderHistory(words, pullRequest.history),
    ...conversation,
  ];
  const patch = carried.kind === 'substitute' ? carried.patch : null;
  const free = patch === null ? room : room - patchNoticeLength;
  const header = continuedHeader(rendering, 9999, 9999).length + 2;
  const bodies = [...packBlocks(blocks, { first: free, rest: free - header }, words.splitBody)];
  if (patch !== null) {
    const last = bodies.pop() ?? '';
    const left = room - (bodies.length === 0 ? 0 : header) - last.length - 2;
    bodies.push(joinBlocks(last, renderPatch(words, patch, left)));
  }
  const [first = '', ...rest] = bodies;
  return {
    body: sealed(rendering, pullRequestKey(pullRequest), first),
    continuations: rest.map((markdown, index) => {
      const key = continuationKey(pullRequest, index + 2);
      const top = continuedHeader(rendering, index + 2, bodies.length);
      return { key, body: sealed(rendering, key, joinBlocks(top, markdown)) };
    }),
  };
}

/** Between what we say and what the author wrote. */
const rule = '---';

function continuedHeader({ pullRequest }: Rendering, part: number, of: number): string {
  const original = link('original', pullRequest.webUrl);
  const address = original === null ? '' : ` · ${original}`;
  return `**Description of pull request ${pullRequest.number}**, continued, ${part} of ${of}${address}`;
}
