import type { DesiredTask } from '../../../model/desired-pull-request.ts';
import type { RenderWords } from '../input/rendering.ts';
import { nameOf } from './markdown-pieces.ts';
import { type Block, groupShort, longestLine } from './pack-blocks.ts';

/** A checklist. A long task is a block of its own, which says on every part whose it is. */
export function taskBlocks(words: RenderWords, tasks: readonly DesiredTask[]): readonly Block[] {
  return groupShort(
    tasks.map((task) => ({
      markdown: renderTask(words, task),
      continued: `**${nameOf(words, task.author)}** · ${words.time(task.createdAt)} · task, continued`,
    })),
  );
}

function renderTask(words: RenderWords, task: DesiredTask): string {
  const box = task.isResolved ? '- [x]' : '- [ ]';
  const who = `${nameOf(words, task.author)}, ${words.time(task.createdAt)}${resolved(words, task)}`;
  const text = task.text.markdown.trim();
  const line = `${box} ${text} — ${who}`;
  if (!line.includes('\n') && line.length <= longestLine) return line;
  // Only an item's indentation keeps several blocks inside it.
  return `${box} ${who}:\n\n${text.replace(/^(?=.)/gm, '  ')}`;
}

function resolved(words: RenderWords, { resolvedBy, resolvedAt }: DesiredTask): string {
  if (resolvedBy === null && resolvedAt === null) return '';
  const by = resolvedBy === null ? '' : ` by ${nameOf(words, resolvedBy)}`;
  return `; resolved${by}${resolvedAt === null ? '' : `, ${words.time(resolvedAt)}`}`;
}
