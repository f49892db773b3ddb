import type { AddPullRequest } from '../bitbucket/pull-requests/add-pull-request.ts';
import type { BitbucketRepository } from '../bitbucket/records.ts';
import type { AddBitbucketRepository } from '../bitbucket/repositories/make-record.ts';
import type { GitTools } from '../git/git-tools.ts';
import type { Company } from './company.ts';
import type { History } from './history/history.ts';

/** One repository of the sample workspace. */
export interface SampleRepository {
  readonly facts: AddBitbucketRepository;
  /** Nothing for an empty repository. */
  readonly history?: () => History;
  /** Adds parts that a history cannot say: objects of LFS, signatures over finished hashes. */
  readonly finish?: (place: SamplePlace) => Promise<void>;
  /** In the order of their numbers. Called once every repository is filled. */
  readonly pullRequests?: (place: PullRequestsPlace) => readonly AddPullRequest[];
}

export interface PullRequestsPlace {
  readonly company: Company;
  /** The hash of a labelled commit. @throws Error if no commit of the history has the label */
  commit(label: string): string;
}

export interface SamplePlace {
  readonly tools: GitTools;
  readonly directory: string;
  readonly repository: BitbucketRepository;
}

export const projects = {
  shop: { key: 'SHOP', name: 'Online Shop' },
  pay: { key: 'PAY', name: 'Payments and Billing' },
  data: { key: 'DATA', name: 'Data and Reporting' },
  device: { key: 'DEV', name: 'Devices and Firmware' },
  platform: { key: 'PLAT', name: 'Developer Platform' },
} as const;
