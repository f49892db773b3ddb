import { diffTable, parseHunk } from '../../../pages/diff.ts';
import { type Html, html } from '../../../pages/html.ts';
import { timeOf } from '../../../pages/time.ts';
import type { GithubReviewComment, GithubThread } from '../../tracker/records.ts';
import { personOf, type RepositoryPlace } from '../place.ts';
import { githubText } from './words.ts';

/** A thread on a line: its place, the lines above it, the comments, and who has resolved it. */
export function threadBlock(place: RepositoryPlace, thread: GithubThread): Html {
  const { path, diffHunk, outdated, resolvedBy, comments } = thread;
  const comment = comments.filter(({ review }) => review.state !== 'PENDING');
  return html`<div class="thread">
<div class="thread-place"><span class="mono">${path}</span> <span class="quiet">${placeText(thread)}</span>
${outdated && html`<span class="label warn">Outdated</span>`}${resolvedBy && html` <span class="label good">Resolved</span>`}</div>
${diffHunk !== '' && diffTable([parseHunk(diffHunk, thread.place ?? undefined)])}
${comment.map((one) => commentBlock(place, one))}
${resolvedBy && html`<div class="thread-end">${personOf(resolvedBy)} marked this conversation as resolved</div>`}
</div>`;
}

function placeText({ place }: GithubThread): string {
  if (place === null) return 'on the file';
  const side = place.side === 'LEFT' ? 'old' : 'new';
  const { line, startLine } = place;
  return startLine === null ? `${side} line ${line}` : `${side} lines ${startLine} to ${line}`;
}

function commentBlock(place: RepositoryPlace, comment: GithubReviewComment): Html {
  const { id, author, createdAt, body, minimized } = comment;
  return html`<div class="comment" id="discussion_r${id}">
<div class="comment-head">${personOf(author)} ${timeOf(createdAt)}${minimized && html` <span class="label">Hidden: ${minimized}</span>`}</div>
${githubText(place, body)}</div>`;
}
