import { type Html, html } from '../../pages/html.ts';
import { timeOf } from '../../pages/time.ts';
import type {
  BitbucketParticipant,
  BitbucketPullRequest,
  BitbucketSide,
} from '../pull-requests/pull-request-records.ts';
import { conversationOf, tasksOf } from './conversation.ts';
import { conversationRow, taskList } from './conversation-rows.ts';
import { createFindLines } from './lines.ts';
import { type BitbucketPlace, personOf, stateChip } from './place.ts';
import { bitbucketText } from './words.ts';

/** The pull request without the frame of its repository. */
export async function pullContent(
  place: BitbucketPlace,
  pull: BitbucketPullRequest,
): Promise<Html> {
  const { number, title, author, description, createdOn, source, destination } = pull;
  const findLines = createFindLines(place, pull);
  const rows = await Promise.all(
    conversationOf(pull).map((item) => conversationRow(place, item, findLines)),
  );
  const said = description.raw.trim() === '' ? null : bitbucketText(place, description);
  return html`<h1>${title} <span class="number">#${number}</span></h1>
<div class="state-line">${stateChip(place, pull)} ${personOf(author)} ${timeOf(createdOn)} <span class="branch mono">${branchOf(place, source)}</span> → <span class="branch mono">${branchOf(place, destination)}</span></div>
<div class="columns"><div>
<h2 class="section-title">Description</h2>
<div class="box"><div class="box-body">${said ?? html`<span class="quiet">No description</span>`}</div></div>
<br><h2 class="section-title">Activity</h2><br>
<ol class="timeline">${rows}</ol>
</div>
<aside>${sections(pull)}</aside></div>`;
}

/** Of another repository with its name, which may be gone. */
function branchOf({ host, repository }: BitbucketPlace, side: BitbucketSide): string {
  const branch = side.branch ?? side.commit?.slice(0, 12) ?? 'unknown';
  const own = `${host.workspace.slug}/${repository.slug}`;
  if (side.repository === own) return branch;
  return `${side.repository ?? 'a fork that is gone'}: ${branch}`;
}

function sections(pull: BitbucketPullRequest): Html {
  const { participants, reviewers, updatedOn, closedBy, closedOn, mergeCommit } = pull;
  const silent = reviewers
    .filter((person) => !participants.some((one) => one.person === person))
    .map((person): BitbucketParticipant => ({ person, role: 'REVIEWER', state: null, on: null }));
  const all = [...participants, ...silent];
  const others = all.filter(({ role }) => role !== 'REVIEWER');
  const tasks = taskList(tasksOf(pull));
  return html`<section><h2>Reviewers</h2>${peopleList(all.filter(({ role }) => role === 'REVIEWER'))}</section>
${others.length > 0 && html`<section><h2>Participants</h2>${peopleList(others)}</section>`}
<section><h2>Updated</h2>${timeOf(updatedOn)}</section>
${closedOn && html`<section><h2>Closed</h2>${timeOf(closedOn)}<br>by ${closedBy?.displayName ?? 'Former user'}</section>`}
${mergeCommit && html`<section><h2>Merge commit</h2><span class="mono">${mergeCommit.slice(0, 12)}</span></section>`}
${tasks && html`<section><h2>Tasks</h2>${tasks}</section>`}`;
}

const verdicts = { approved: '✓ approved', changes_requested: '± changes requested' } as const;

function peopleList(people: readonly BitbucketParticipant[]): Html {
  if (people.length === 0) return html`<span class="quiet">Nobody</span>`;
  const rows = people.map(
    ({ person, state }) =>
      html`<li>${personOf(person)} <span class="state">${state === null ? '' : verdicts[state]}</span></li>`,
  );
  return html`<ul>${rows}</ul>`;
}
