import type { Answer } from '../../../network/answer.ts';
import { counted } from '../../../pages/counted.ts';
import { type Html, html } from '../../../pages/html.ts';
import { timeOf } from '../../../pages/time.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import type { GithubPullRequest, GithubReview } from '../../tracker/records.ts';
import { repositoryFrame } from '../frame.ts';
import { addressIn, personOf, type RepositoryPlace } from '../place.ts';
import { stateChip } from './state-chip.ts';
import { timelineOf } from './timeline.ts';
import { descriptionRow, timelineRow } from './timeline-items.ts';

export function pullPage(place: RepositoryPlace, pull: GithubPullRequest): Answer {
  const content = pullContent(place, pull);
  return repositoryFrame(place, { title: pullTitle(pull), tab: 'pulls', content });
}

export function pullTitle({ title, number }: GithubPullRequest): string {
  return `${title} #${number}`;
}

/** The pull request without the frame of its repository. */
export function pullContent(place: RepositoryPlace, pull: GithubPullRequest): Html {
  const items = timelineOf(pull);
  const reviewers = reviewersOf(pull);
  const hasPeople = reviewers.length > 0 || pull.assignees.length > 0;
  return html`${pullHead(place, pull, 'conversation')}
<div class="columns"><ol class="timeline">
${descriptionRow(place, pull)}
${items.map((item) => timelineRow(place, pull, item))}
</ol>
<aside class="${!hasPeople && 'few'}">
<section><h2>Reviewers</h2>${reviewers.length === 0 ? html`<span class="quiet">No reviews</span>` : html`<ul>${reviewers}</ul>`}</section>
${pull.assignees.length > 0 && html`<section><h2>Assignees</h2><ul>${pull.assignees.map((one) => html`<li>${personOf(one)}</li>`)}</ul></section>`}
</aside></div>`;
}

/** Title, state and branches, above the tabs of a pull request. */
export function pullHead(
  place: RepositoryPlace,
  pull: GithubPullRequest,
  tab: 'conversation' | 'files',
): Html {
  const { number, title, author, createdAt, base, head, commitCount } = pull;
  const path = addressIn(place, 'pull', number);
  const verb = pull.merged
    ? 'merged'
    : pull.state === 'open'
      ? 'wants to merge'
      : 'wanted to merge';
  const who = pull.merged ? pull.mergedBy : author;
  const at = (name: string, href: string, label: string) =>
    name === tab
      ? html`<a href="${href}" aria-current="page">${label}</a>`
      : html`<a href="${href}">${label}</a>`;
  return html`<h1>${title} <span class="number">#${number}</span></h1>
<div class="state-line">${stateChip(pull)} ${personOf(who)} ${verb} ${counted(commitCount, 'commit')} into <span class="branch mono">${base.ref}</span> ← <span class="branch mono">${head.ref}</span> ${pull.merged && html`<span>opened by ${personOf(author)}</span>`} ${timeOf(createdAt)}</div>
<nav class="tabs inner" aria-label="Pull request">${at('conversation', path, 'Conversation')}${at('files', `${path}/files`, 'Files changed')}</nav>`;
}

/** Who was asked, and the last verdict of each who has reviewed. */
function reviewersOf(pull: GithubPullRequest): readonly Html[] {
  const { author, requestedReviewers, reviews } = pull;
  const last = new Map<GithubAccount, GithubReview['state']>();
  for (const { author: by, state } of reviews) {
    const counts = state !== 'PENDING' && by !== author;
    if (counts && (state !== 'COMMENTED' || !last.has(by))) last.set(by, state);
  }
  for (const account of requestedReviewers) last.set(account, 'PENDING');
  return [...last].map(
    ([account, state]) =>
      html`<li>${personOf(account)} <span class="state">${verdicts[state]}</span></li>`,
  );
}

const verdicts = {
  PENDING: 'asked',
  COMMENTED: 'commented',
  APPROVED: '✓ approved',
  CHANGES_REQUESTED: '± changes requested',
} as const;
