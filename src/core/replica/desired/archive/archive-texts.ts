import type { DesiredComment } from '../../model/desired-pull-request.ts';
import { joinBlocks } from '../render/parts/markdown-pieces.ts';
import { type Block, packBlocks } from '../render/parts/pack-blocks.ts';
import { renderPatch } from '../render/parts/render-patch.ts';
import { taskBlocks } from '../render/parts/render-tasks.ts';
import type { FoundRendering } from './archive-rendering.ts';

/*
 * Texts of an archive are their authors' own: the importer shows who wrote them and when. Only what its format has no
 * field for stands below: tasks, and the patch of a pull request whose commits are gone.
 */

/** The description, in as many bodies as it takes. The first is the pull request's own. */
export function descriptionBodies({ pullRequest, words }: FoundRendering): readonly string[] {
  const { description, tasks, carried } = pullRequest;
  const blocks: Block[] = [{ markdown: description.markdown }];
  if (tasks.length > 0) blocks.push({ markdown: 'Tasks:' }, ...taskBlocks(words, tasks));
  if (carried.kind === 'substitute') {
    const said = 'Its commits are gone from Bitbucket.';
    const patch =
      carried.patch === null ? '' : renderPatch(words, carried.patch, words.maxBody / 2);
    blocks.push({ markdown: joinBlocks(said, patch) });
  }
  return bodiesOf(blocks, words);
}

/** A comment with its tasks. @param top stands above its text: where it was, or what it answers */
export function commentBodies(
  { words }: Pick<FoundRendering, 'words'>,
  comment: DesiredComment,
  top: string | null = null,
): readonly string[] {
  const text = comment.isDeleted ? '_This comment was deleted._' : comment.text.markdown;
  const blocks = [{ markdown: joinBlocks(top, text) }, ...taskBlocks(words, comment.tasks)];
  return bodiesOf(blocks, words);
}

function bodiesOf(blocks: readonly Block[], words: FoundRendering['words']): readonly string[] {
  const room = { first: words.maxBody, rest: words.maxBody };
  return packBlocks(blocks, room, words.splitBody).map((body) =>
    body.toWellFormed().replaceAll('\0', ''),
  );
}
