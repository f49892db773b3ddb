import type { SourceComment } from '../../model/pull-request.ts';
import { commentKey } from './keys.ts';
import { joinBlocks, link } from './markdown-pieces.ts';
import { type Block, packBlocks } from './pack-blocks.ts';
import { whoWrote } from './render-comment.ts';
import { type Rendering, sealed } from './rendering.ts';

export interface SplitComment {
  readonly key: string;
  /** The first part under each of the tops, in their order. */
  readonly bodies: readonly string[];
  /** What did not fit, each with its own key. */
  readonly rest: readonly { readonly key: string; readonly body: string }[];
}

/**
 * A comment as bodies. Where it may be written in several ways, they differ in their top alone and are split at the same
 * place, so that whichever is written, the rest follows it.
 *
 * @param options.tops what stands above the text, a Markdown text each
 */
export function splitComment(
  rendering: Rendering,
  options: { comment: SourceComment; tops: readonly string[]; blocks: readonly Block[] },
): SplitComment {
  const { comment, tops, blocks } = options;
  const { pullRequest, words, room } = rendering;
  const longestTop = Math.max(...tops.map(({ length }) => length)) + 2;
  const header = continuedHeader(rendering, comment, 9999, 9999).length + 2;
  const parts = packBlocks(
    blocks,
    { first: room - longestTop, rest: room - header },
    words.splitBody,
  );
  const [first = '', ...rest] = parts;
  const key = commentKey(pullRequest, comment);
  return {
    key,
    bodies: tops.map((top) => sealed(rendering, key, joinBlocks(top, first))),
    rest: rest.map((markdown, index) => {
      const part = index + 2;
      const partKey = commentKey(pullRequest, comment, part);
      const top = continuedHeader(rendering, comment, part, parts.length);
      return { key: partKey, body: sealed(rendering, partKey, joinBlocks(top, markdown)) };
    }),
  };
}

function continuedHeader(
  { words }: Rendering,
  comment: SourceComment,
  part: number,
  of: number,
): string {
  const original = link('original', comment.webUrl);
  return [
    whoWrote(words, comment),
    words.time(comment.createdAt),
    `continued, ${part} of ${of}`,
    original,
  ]
    .filter((piece) => piece !== null)
    .join(' · ');
}
