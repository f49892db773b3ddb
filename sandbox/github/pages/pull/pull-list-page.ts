import type { Answer } from '../../../network/answer.ts';
import { counted } from '../../../pages/counted.ts';
import { type Html, html } from '../../../pages/html.ts';
import { timeOf } from '../../../pages/time.ts';
import type { GithubPullRequest } from '../../tracker/records.ts';
import { repositoryFrame } from '../frame.ts';
import { addressIn, personOf, type RepositoryPlace } from '../place.ts';
import { stateChip } from './state-chip.ts';

const mostRows = 1000;

/** All pull requests, the newest first. */
export function pullListPage(place: RepositoryPlace): Answer {
  const { repository } = place;
  const { pulls } = repository;
  const open = pulls.filter(({ state }) => state === 'open').length;
  const rows = pulls.toReversed().slice(0, mostRows);
  const left = pulls.length - rows.length;
  const content = html`<h1>Pull requests</h1>
<p class="state-line"><span><b>${open}</b> open</span> <span><b>${pulls.length - open}</b> closed or merged</span></p>
${rows.length > 0 && html`<ul class="list">${rows.map((pull) => pullRow(place, pull))}</ul>`}
${left > 0 && html`<p class="quiet">and ${left} older ones</p>`}`;
  return repositoryFrame(place, { title: 'Pull requests', tab: 'pulls', content });
}

export function pullRow(place: RepositoryPlace, pull: GithubPullRequest): Html {
  const { number, title, author, createdAt, comments, reviewComments } = pull;
  const said = comments.length + reviewComments.filter(isShown).length;
  return html`<li class="row">${stateChip(pull)}<span class="grow"><a class="title" href="${addressIn(place, 'pull', number)}">${title}</a>
<br><span class="quiet">#${number} by ${personOf(author)}, ${timeOf(createdAt)}</span></span>
<span class="quiet">${said > 0 && counted(said, 'comment')}</span></li>`;
}

const isShown = ({ review }: GithubPullRequest['reviewComments'][number]) =>
  review.state !== 'PENDING';
