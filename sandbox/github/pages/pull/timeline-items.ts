import { type Html, html } from '../../../pages/html.ts';
import { timeOf } from '../../../pages/time.ts';
import type { GithubIssueComment, GithubPullRequest } from '../../tracker/records.ts';
import { addressIn, personOf, type RepositoryPlace } from '../place.ts';
import { threadBlock } from './thread.ts';
import { type TimelineItem, visible } from './timeline.ts';
import { githubText } from './words.ts';

/** One item of the conversation. */
export function timelineRow(
  place: RepositoryPlace,
  pull: GithubPullRequest,
  item: TimelineItem,
): Html {
  switch (item.kind) {
    case 'comment':
      return commentRow(place, item.comment);
    case 'review':
      return reviewRow(place, item);
    case 'merged':
      return mergedRow(place, pull);
    case 'event':
      return html`<li><div class="event"><span class="dot ${item.event.event === 'closed' && 'closed'}" aria-hidden="true">•</span> ${personOf(item.event.actor)} ${eventWords(item.event.event)} ${timeOf(item.at)}</div></li>`;
  }
}

/** The description, which stands above all else. */
export function descriptionRow(place: RepositoryPlace, pull: GithubPullRequest): Html {
  return html`<li><article class="box">
<div class="box-head">${personOf(pull.author)} opened this ${timeOf(pull.createdAt)}</div>
<div class="box-body">${githubText(place, pull.body)}</div></article></li>`;
}

function commentRow(place: RepositoryPlace, comment: GithubIssueComment): Html {
  const { id, author, createdAt, body, minimized } = comment;
  return html`<li><article class="box" id="issuecomment-${id}">
<div class="box-head">${personOf(author)} commented ${timeOf(createdAt)}${minimized && html` <span class="label">Hidden: ${minimized}</span>`}</div>
<div class="box-body">${githubText(place, body)}</div></article></li>`;
}

const verdicts = {
  APPROVED: { words: 'approved these changes', dot: 'approved', sign: '✓' },
  CHANGES_REQUESTED: { words: 'requested changes', dot: 'closed', sign: '±' },
  COMMENTED: { words: 'reviewed', dot: '', sign: '◦' },
  PENDING: { words: 'has a draft', dot: '', sign: '◦' },
} as const;

function reviewRow(
  place: RepositoryPlace,
  { review, threads, at }: Extract<TimelineItem, { kind: 'review' }>,
): Html {
  const { words, dot, sign } = verdicts[review.state];
  const body = visible(review.body) === '' ? null : githubText(place, review.body);
  return html`<li class="review" id="pullrequestreview-${review.id}">
<div class="event"><span class="dot ${dot}" aria-hidden="true">${sign}</span> ${personOf(review.author)} ${words} ${timeOf(at)}</div>
${body && html`<article class="box"><div class="box-body">${body}</div></article>`}
${threads.map((thread) => threadBlock(place, thread))}</li>`;
}

const mergeSign = html`<svg viewBox="0 0 16 16"><path fill="none" stroke="currentColor" stroke-width="1.500" d="M4.500 5v6M4.500 5c0 3 3 4 6 4"/><g fill="currentColor"><circle cx="4.500" cy="3.500" r="2"/><circle cx="4.500" cy="12.500" r="2"/><circle cx="12" cy="9" r="2"/></g></svg>`;

function mergedRow(place: RepositoryPlace, pull: GithubPullRequest): Html {
  const { mergeCommit, mergedBy, mergedAt, base } = pull;
  const commit =
    mergeCommit === null
      ? null
      : html`commit <a class="mono" href="${addressIn(place, 'commit', mergeCommit)}">${mergeCommit.slice(0, 7)}</a>`;
  return html`<li><div class="event"><span class="dot merged" aria-hidden="true">${mergeSign}</span> ${personOf(mergedBy)} merged ${commit} into <span class="branch mono">${base.ref}</span> ${timeOf(mergedAt)}</div></li>`;
}

/** Known events in GitHub's words; others by their name. */
function eventWords(event: string): string {
  const known: Readonly<Record<string, string>> = {
    closed: 'closed this',
    reopened: 'reopened this',
    renamed: 'changed the title',
    merged: 'merged this',
    head_ref_force_pushed: 'force-pushed the branch',
    head_ref_deleted: 'deleted the branch',
    review_requested: 'asked for a review',
  };
  return known[event] ?? event.replaceAll('_', ' ');
}
