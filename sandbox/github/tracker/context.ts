import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { GithubAddresses } from '../accounts/account-json.ts';
import type { Permissions } from '../accounts/roles.ts';
import type { GithubRepository } from '../records.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { repositoryJson } from '../repositories/repository-json.ts';
import { notFound } from '../rest/answers.ts';
import { newestVersion } from '../rest/api-versions.ts';
import type { RepositoryCall } from '../rest/call.ts';
import type { GithubDiscussion, GithubPullRequest } from './records.ts';

/** A request about issues or pull requests, with what stands for `*` in its route. */
export interface TrackerCall extends RepositoryCall {
  readonly words: readonly string[];
}

export type TrackerHandler = (call: TrackerCall) => Answer | Promise<Answer>;

/** Describes what the JSON of issues and pull requests is made with. */
export interface JsonContext {
  readonly addresses: GithubAddresses;
  readonly repository: GithubRepository;
  /** The repository's address in the interface, and its page. */
  readonly self: string;
  readonly html: string;
  /** Version 2026-03-10 of the interface took two fields of pull requests away. */
  readonly isNewestVersion: boolean;
  /** Made once for a whole list. */
  readonly repositoryJson: () => ReturnType<typeof repositoryJson>;
}

export function jsonContext(call: {
  readonly addresses: GithubAddresses;
  readonly repository: GithubRepository;
  readonly permissions: Permissions;
  readonly exchange: Exchange;
}): JsonContext {
  const { addresses, repository, permissions, exchange } = call;
  const fullName = fullNameOf(repository);
  let made: ReturnType<typeof repositoryJson> | null = null;
  return {
    addresses,
    repository,
    self: `${addresses.apiUrl}/repos/${fullName}`,
    html: `${addresses.webUrl}/${fullName}`,
    isNewestVersion: exchange.headers['x-github-api-version'] === newestVersion,
    repositoryJson() {
      made ??= repositoryJson(repository, addresses, permissions);
      return made;
    },
  };
}

/** The pull request that the first word names. */
export function withPull(
  handle: (call: TrackerCall, pull: GithubPullRequest) => Answer | Promise<Answer>,
): TrackerHandler {
  return (call) => {
    const pull = call.repository.tracker.findPull(numberOf(call.words[0]));
    return pull === null ? notFound() : handle(call, pull);
  };
}

export function withDiscussion(
  handle: (call: TrackerCall, discussion: GithubDiscussion) => Answer | Promise<Answer>,
): TrackerHandler {
  return (call) => {
    const found = call.repository.tracker.find(numberOf(call.words[0]));
    return found === null ? notFound() : handle(call, found);
  };
}

/** 0 is the number of nothing. */
export function numberOf(word: string | undefined): number {
  return word !== undefined && /^[1-9][0-9]{0,14}$/.test(word) ? Number(word) : 0;
}
