import { diffTable } from '../../pages/diff.ts';
import { type Html, html } from '../../pages/html.ts';
import { timeOf } from '../../pages/time.ts';
import type { BitbucketInline, BitbucketTask } from '../pull-requests/pull-request-records.ts';
import type { CommentTree, ConversationItem } from './conversation.ts';
import type { FindLines } from './lines.ts';
import { type BitbucketPlace, personOf } from './place.ts';
import { bitbucketText } from './words.ts';

/** One item of the conversation. */
export async function conversationRow(
  place: BitbucketPlace,
  item: ConversationItem,
  findLines: FindLines,
): Promise<Html> {
  if (item.kind === 'activity') {
    return html`<li><div class="event"><span class="dot" aria-hidden="true">•</span> ${personOf(item.by)} ${item.words} ${timeOf(item.on)}</div></li>`;
  }
  const { thread } = item;
  const { inline, resolution } = thread.comment;
  const comments = commentTree(place, thread);
  const resolved =
    resolution &&
    html`<div class="thread-end">${personOf(resolution.by)} resolved this ${timeOf(resolution.on)}</div>`;
  if (inline === null) return html`<li><div class="box">${comments}${resolved}</div></li>`;
  const lines = await findLines(inline);
  return html`<li><div class="thread">
<div class="thread-place"><span class="mono">${inline.path}</span> <span class="quiet">${lineText(inline)}</span>
${inline.isOutdated && html`<span class="label warn">Outdated</span>`}${resolution && html` <span class="label good">Resolved</span>`}</div>
${lines && diffTable([lines])}${comments}${resolved}</div></li>`;
}

/** Old lines are those that the change removes. */
function lineText({ from = null, to = null, startFrom, startTo }: BitbucketInline): string {
  const line = to ?? from;
  if (line === null) return 'on the file';
  const side = from !== null && to === null ? 'old ' : '';
  const start = (to === null ? startFrom : startTo) ?? null;
  return start === null ? `${side}line ${line}` : `${side}lines ${start} to ${line}`;
}

function commentTree(place: BitbucketPlace, { comment, tasks, replies }: CommentTree): Html {
  const { id, author, createdOn, updatedOn, text, isDeleted } = comment;
  const isEdited = +updatedOn !== +createdOn;
  const body = isDeleted
    ? html`<div class="prose"><p class="nothing">This comment was deleted.</p></div>`
    : bitbucketText(place, text);
  return html`<div class="comment" id="comment-${id}">
<div class="comment-head">${personOf(author)} ${timeOf(createdOn)} ${isEdited && html`<span class="label">edited</span>`}</div>
${body}${taskList(tasks)}</div>
${replies.length > 0 && html`<ul class="replies">${replies.map((one) => html`<li>${commentTree(place, one)}</li>`)}</ul>`}`;
}

/** Tasks with who has done them. */
export function taskList(tasks: readonly BitbucketTask[]): Html | null {
  if (tasks.length === 0) return null;
  const rows = tasks.map(({ text, isResolved, author }) => {
    const box = isResolved
      ? html`<input type="checkbox" disabled checked aria-label="done">`
      : html`<input type="checkbox" disabled aria-label="open">`;
    return html`<li class="task">${box}${text} <span class="quiet">${author?.displayName ?? 'Former user'}</span></li>`;
  });
  return html`<div class="prose"><ul>${rows}</ul></div>`;
}
