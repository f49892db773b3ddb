import { joinBlocks, link, nameOf, oneLine, shorten } from '../blocks/markdown-pieces.ts';
import { asBlock, type Block } from '../blocks/pack-blocks.ts';
import type { RenderWords } from '../render-options.ts';
import type { Rendering } from '../rendering.ts';
import { renderBranches } from './render-branches.ts';
import { renderPeople } from './render-people.ts';
import { reasonOf, renderState } from './render-state.ts';
import { renderTitle } from './render-title.ts';

/** What the target cannot hold in fields of its own: blocks above the description. */
export function renderHeader(rendering: Rendering): readonly Block[] {
  const { pullRequest, conversation, words } = rendering;
  const opened = [
    `**${nameOf(words, pullRequest.author)}** opened this pull request`,
    words.time(pullRequest.createdAt),
    link(`pull request ${pullRequest.number} on Bitbucket`, pullRequest.webUrl),
  ];
  const reason = reasonOf(pullRequest, conversation);
  return [
    asBlock(opened.filter((part) => part !== null).join(' · ')),
    asBlock(
      facts(rendering)
        .map((fact) => `- ${fact}`)
        .join('\n'),
    ),
    ...renderReason(words, reason),
    asBlock(carriedWords(rendering)),
  ];
}

function renderReason(words: RenderWords, reason: string): readonly Block[] {
  if (reason === '') return [];
  const quoted = words.quote(words.convert({ raw: reason, markup: 'plaintext' }));
  return [{ markdown: joinBlocks('Reason given:', quoted), continued: 'Reason given, continued:' }];
}

function facts({ pullRequest, conversation, words }: Rendering): string[] {
  const { whole } = renderTitle(pullRequest);
  const facts = [
    `State: ${renderState(words, pullRequest, conversation)}`,
    `Branches: ${renderBranches(words, pullRequest)}`,
    ...renderPeople(words, pullRequest),
  ];
  if (pullRequest.closeSourceBranch) facts.push('The source branch was to be closed by the merge');
  if (whole !== null) facts.push(`Whole title: ${words.plainText(whole)}`);
  return facts;
}

function carriedWords({ carried, words }: Rendering): string {
  if (carried.kind === 'commits') return '';
  if (carried.kind === 'fork-branch') {
    return `Its commits came from a fork, and are kept here on the branch ${words.codeSpan(shorten(carried.branch, 300))}.`;
  }
  const changes =
    carried.patch === null
      ? 'The source no longer has its changes.'
      : 'Its changes are quoted at the end.';
  const why = words.plainText(shorten(oneLine(carried.why).replace(/\.$/, ''), 1000));
  return `**This pull request could not be opened between its own commits**: ${why}. The commits that it shows were made in their place. ${changes}`;
}
