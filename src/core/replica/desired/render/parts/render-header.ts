import type { PullRequestSide } from '../../../../ports/records/pull-request.ts';
import type { DesiredPullRequest } from '../../../model/desired-pull-request.ts';
import type { Rendering, RenderWords } from '../input/rendering.ts';
import { joinBlocks, link, nameOf, oneLine, shorten } from './markdown-pieces.ts';
import type { Block } from './pack-blocks.ts';
import { renderPeople } from './render-people.ts';
import { renderTitle } from './render-title.ts';

/** Returns what the target cannot hold in fields of its own: blocks above the description. */
export function renderHeader(rendering: Rendering): readonly Block[] {
  const { pullRequest, words } = rendering;
  const opened = [
    `**${nameOf(words, pullRequest.author)}** opened this pull request`,
    words.time(pullRequest.createdAt),
    link(`pull request ${pullRequest.number} on Bitbucket`, pullRequest.webUrl),
  ];
  return [
    { markdown: opened.filter((part) => part !== null).join(' · ') },
    {
      markdown: facts(rendering)
        .map((fact) => `- ${fact}`)
        .join('\n'),
    },
    ...renderReason(rendering),
    { markdown: carriedWords(rendering) },
  ];
}

function renderReason({ pullRequest: { reason }, words }: Rendering): readonly Block[] {
  if (reason === null) return [];
  const quoted = words.quote(reason.markdown);
  return [{ markdown: joinBlocks('Reason given:', quoted), continued: 'Reason given, continued:' }];
}

function facts({ pullRequest, words }: Rendering): string[] {
  const { whole } = renderTitle(pullRequest);
  const facts = [
    `State: ${renderState(words, pullRequest)}`,
    `Branches: ${renderBranches(words, pullRequest)}`,
    ...renderPeople(words, pullRequest),
  ];
  if (pullRequest.closeSourceBranch) facts.push('Closes the source branch on merge');
  if (whole !== null) facts.push(`Full title: ${words.plainText(whole)}`);
  return facts;
}

function carriedWords({ pullRequest: { carried }, words }: Rendering): string {
  if (carried.kind === 'commits') return '';
  if (carried.kind === 'fork-branch') {
    return `Its commits come from a fork. In this repository, they are on the branch ${words.codeSpan(shorten(carried.branch, 300))}.`;
  }
  const changes =
    carried.patch === null
      ? 'Bitbucket no longer has its changes.'
      : 'Its changes are quoted at the end.';
  const why = words.plainText(shorten(oneLine(carried.why).replace(/\.$/, ''), 1000));
  return `**This pull request shows substitute commits**: ${why}. ${changes}`;
}

/** "`feature` at 1a2b3c of the fork `jane/app` → `main` at 4d5e6f", inline. */
function renderBranches(words: RenderWords, pullRequest: DesiredPullRequest): string {
  const { source, destination } = pullRequest;
  return `${side(words, source)}${forkWords(words, pullRequest)} → ${side(words, destination)}`;
}

function side(words: RenderWords, { branch, commit }: PullRequestSide): string {
  // GitHub and Bitbucket hold ref names to 255 bytes; a hostile source may not.
  const name = branch === null ? 'a branch that is gone' : words.codeSpan(shorten(branch, 300));
  return commit === null ? name : `${name} at ${words.commit(commit)}`;
}

function forkWords(words: RenderWords, { source, destination }: DesiredPullRequest): string {
  if (source.repository === null) return ' of a fork that is gone';
  const own = destination.repository;
  if (own === null || own.toLowerCase() === source.repository.toLowerCase()) return '';
  return ` of the fork ${words.codeSpan(shorten(source.repository, 300))}`;
}

/** "merged by Jane Doe on 2023-05-03 09:00 UTC, merge commit `1a2b3c`", inline. */
function renderState(words: RenderWords, pullRequest: DesiredPullRequest): string {
  const { state, isDraft, closing, mergeCommit } = pullRequest;
  if (closing === null) return isDraft ? 'open (draft)' : 'open';
  const who = closing.by === null ? '' : ` by ${nameOf(words, closing.by)}`;
  const time = words.time(closing.at);
  const at = closing.isExact ? `on ${time}` : `about ${time}`;
  const commit = mergeCommit === null ? '' : `, merge commit ${words.commit(mergeCommit)}`;
  return `${state}${who} ${at}${commit}${isDraft ? ' (draft)' : ''}`;
}
