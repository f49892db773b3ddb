import type { DesiredComment } from '../../../model/desired-pull-request.ts';
import { furtherKey } from '../../../model/keys.ts';
import type { CommentWrite } from '../../../model/prepared-pull-request.ts';
import { type Rendering, roomOf, sealed } from '../input/rendering.ts';
import { joinBlocks } from './markdown-pieces.ts';
import { type Block, packBlocks } from './pack-blocks.ts';

export interface SplitComment {
  readonly key: string;
  /** The first part under each of the tops, in their order. */
  readonly bodies: readonly string[];
  /** Parts that did not fit, each with its own key. */
  readonly rest: readonly CommentWrite[];
}

/**
 * A comment as bodies. Where it may be written in several ways, they differ in their top alone and are split at the same
 * place, so that whichever is written, the rest follows it.
 *
 * @param options.tops what stands above the text, a Markdown text each
 * @param options.continuedTop what stands above every further part
 */
export function splitComment(
  rendering: Rendering,
  options: {
    comment: DesiredComment;
    tops: readonly string[];
    continuedTop: (continued: string) => string;
    blocks: readonly Block[];
  },
): SplitComment {
  const { comment, tops, continuedTop, blocks } = options;
  const { words } = rendering;
  const { key } = comment;
  const room = roomOf(rendering);
  const longestTop = Math.max(...tops.map(({ length }) => length)) + 2;
  const header = continuedTop(continuedWords(9999, 9999)).length + 2;
  const parts = packBlocks(
    blocks,
    { first: room - longestTop, rest: room - header },
    words.splitBody,
  );
  const [first = '', ...rest] = parts;
  return {
    key,
    bodies: tops.map((top) => sealed(rendering, key, joinBlocks(top, first))),
    rest: rest.map((markdown, index) => {
      const part = index + 2;
      const partKey = furtherKey(key, part);
      const top = continuedTop(continuedWords(part, parts.length));
      return { key: partKey, body: sealed(rendering, partKey, joinBlocks(top, markdown)) };
    }),
  };
}

function continuedWords(part: number, of: number): string {
  return `continued, ${part} of ${of}`;
}
