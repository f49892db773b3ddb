import type { RecordedRequest } from '../../sandbox/network/request-log.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { AddPullRequests, PullRequestCommits } from './pull-requests.ts';
import type { Group } from './repositories.ts';

/** Describes what the hosts' process is asked for; each is answered once. */
export type Question =
  /** Starts the hosts with the repositories of the groups, and this many that are only listed. */
  | {
      readonly kind: 'start';
      readonly folder: string;
      readonly groups: readonly Group[];
      readonly listed: number;
      /** Bitbucket Cloud if left out. */
      readonly source?: Sandbox['source'];
      /** A limit that the source reports to an access token, so wide that nothing waits; otherwise it reports none. */
      readonly toldLimit?: number;
      /** GitHub keeps to the limits that it documents; none if left out. */
      readonly hasGithubLimits?: boolean;
      /** Milliseconds before each answer; none if left out. */
      readonly latency?: number;
      /** Milliseconds that an import takes at least in each of its three states; none if left out. */
      readonly importState?: number;
    }
  /** Makes one more repository, with pull requests. */
  | ({ readonly kind: 'add-pull-requests' } & AddPullRequests)
  /** Makes empty repositories on the target. */
  | { readonly kind: 'add-targets'; readonly names: readonly string[] }
  /** The requests since the last time. */
  | { readonly kind: 'take-requests' }
  /** How many imports were under way at once, at most. */
  | { readonly kind: 'most-imports' }
  | { readonly kind: 'remove-targets' }
  /** Pushes a commit to the default branch of each, and comments on its newest open pull request. */
  | { readonly kind: 'change-sources'; readonly slugs: readonly string[] }
  | { readonly kind: 'close' };

export interface Hosts {
  readonly environment: Sandbox['environment'];
  /** Of the source's workspace. The program keeps to the documented limit until the host reports another, as it does to tokens. */
  readonly accessToken: string;
  /** May also push, and set restrictions. */
  readonly administratorToken: string;
  readonly source: Sandbox['source'];
  readonly workspace: string;
  readonly organization: string;
}

export interface Answers {
  readonly start: Hosts;
  /** Of each pull request. */
  readonly 'add-pull-requests': readonly PullRequestCommits[];
  /** How many there are. */
  readonly 'add-targets': number;
  readonly 'take-requests': readonly RecordedRequest[];
  readonly 'most-imports': number;
  /** How many there were. */
  readonly 'remove-targets': number;
  /** How many pull requests have a new comment. */
  readonly 'change-sources': number;
  readonly close: null;
}
