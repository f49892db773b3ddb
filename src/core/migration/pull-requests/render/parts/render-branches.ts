import type { PullRequestSide, SourcePullRequest } from '../../../../ports/records/pull-request.ts';
import { shorten } from '../blocks/markdown-pieces.ts';
import type { RenderWords } from '../render-options.ts';

/** "`feature` at 1a2b3c of the fork `jane/app` → `main` at 4d5e6f", inline. */
export function renderBranches(words: RenderWords, pullRequest: SourcePullRequest): string {
  const { source, destination } = pullRequest;
  return `${side(words, source)}${forkWords(words, pullRequest)} → ${side(words, destination)}`;
}

function side(words: RenderWords, { branch, commit }: PullRequestSide): string {
  // GitHub and Bitbucket hold ref names to 255 bytes; a hostile source may not.
  const name = branch === null ? 'a branch that is gone' : words.codeSpan(shorten(branch, 300));
  return commit === null ? name : `${name} at ${words.commit(commit)}`;
}

function forkWords(words: RenderWords, { source, destination }: SourcePullRequest): string {
  if (source.repository === null) return ' of a fork that is gone';
  const own = destination.repository;
  if (own === null || own.toLowerCase() === source.repository.toLowerCase()) return '';
  return ` of the fork ${words.codeSpan(shorten(source.repository, 300))}`;
}
