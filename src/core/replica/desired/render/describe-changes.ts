import type { Rendering } from './input/rendering.ts';
import { counted, oneLine } from './parts/markdown-pieces.ts';
import { isWholePatch } from './parts/render-patch.ts';
import { renderTitle } from './parts/render-title.ts';
import { foldedBlocks } from './parts/thread-blocks.ts';
import { renderDescription } from './render-description.ts';

/**
 * How this pull request differs from its source beyond what holds for all of them: plain words for the report, which
 * escapes them. Empty where it does not.
 */
export function describeChanges(rendering: Rendering): string[] {
  return [
    ...titleChanges(rendering),
    ...stateChanges(rendering),
    ...descriptionChanges(rendering),
    ...placeChanges(rendering),
    ...leftOut(rendering),
  ];
}

function titleChanges({ pullRequest }: Rendering): string[] {
  const { whole, isMade } = renderTitle(pullRequest);
  if (isMade) return ['title added: it had none on Bitbucket'];
  return whole === null ? [] : ['title shortened; the description has the full title'];
}

function stateChanges({ pullRequest }: Rendering): string[] {
  const { carried } = pullRequest;
  const superseded = pullRequest.state === 'superseded' ? ['superseded, closed on GitHub'] : [];
  if (carried.kind === 'substitute') {
    return [`opened with substitute commits: ${oneLine(carried.why)}`, ...superseded];
  }
  if (carried.kind === 'fork-branch') {
    return [`opened from the branch ${carried.branch}, which keeps its commits`];
  }
  return superseded;
}

function descriptionChanges(rendering: Rendering): string[] {
  const { words, pullRequest } = rendering;
  const { carried } = pullRequest;
  const { body, continuations } = renderDescription(rendering, foldedBlocks(rendering));
  const changes =
    continuations.length === 0
      ? []
      : [`description continued in ${counted(continuations.length, 'comment')}`];
  if (carried.kind !== 'substitute') return changes;
  const last = continuations.at(-1)?.body ?? body;
  if (carried.patch === null) changes.push('changes no longer on Bitbucket');
  else if (!isWholePatch(words, carried.patch, last)) changes.push('patch quoted in part');
  return changes;
}

/** Folded, all of them are in the description by choice. */
function placeChanges(rendering: Rendering): string[] {
  if (rendering.mode === 'folded') return [];
  const inline = rendering.pullRequest.threads.filter(({ root }) => root.inline !== null);
  const kinds = inline.map(({ root, replies, placement }) => ({
    kind: placement?.kind,
    wasOnLine: root.inline?.to !== null || root.inline.from !== null,
    size: (root.isDeleted ? 0 : 1) + replies.length,
    isResolved: root.resolution !== null,
  }));
  const isMoved = ({ kind }: { kind?: string | undefined }) =>
    kind === 'conversation' || (rendering.mode === 'compact' && kind === 'file');
  const moved = kinds.filter(isMoved);
  const onFile = kinds.filter(
    (thread) => thread.kind === 'file' && !isMoved(thread) && thread.wasOnLine,
  );
  const inWords = moved.filter(({ isResolved }) => isResolved).length;
  return [
    ...countLine(total(moved), 'comment', 'moved from the diff to the conversation'),
    ...countLine(total(onFile), 'comment', 'moved from a line to the file as a whole'),
    ...countLine(inWords, 'resolved thread', 'marked as resolved only in text'),
  ];
}

function total(threads: readonly { size: number }[]): number {
  return threads.reduce((sum, { size }) => sum + size, 0);
}

function leftOut({ pullRequest: { omitted } }: Rendering): string[] {
  return [
    ...countLine(omitted.unpublished, 'unpublished comment', 'omitted'),
    ...countLine(omitted.deleted, 'deleted comment', 'omitted'),
  ];
}

function countLine(many: number, noun: string, what: string): string[] {
  return many === 0 ? [] : [`${counted(many, noun)} ${what}`];
}
