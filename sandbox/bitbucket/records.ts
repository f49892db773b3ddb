import type { ObjectStore } from '../lfs/object-store.ts';
import type { BitbucketPerson } from './accounts/people.ts';
import type { BitbucketPullRequest } from './pull-requests/pull-request-records.ts';

export interface BitbucketProject {
  readonly key: string;
  readonly name: string;
  readonly uuid: string;
}

export interface BitbucketRepository {
  /** Its number in the order of adding. */
  readonly added: number;
  readonly uuid: string;
  readonly slug: string;
  name: string;
  description: string;
  isPrivate: boolean;
  readonly project: BitbucketProject;
  /** Name that the host gives; shown only while the repository has a branch. */
  mainBranch: string;
  /** The slug of the repository that it was forked from. */
  readonly parent: string | null;
  language: string;
  website: string | null;
  readonly forkPolicy: 'allow_forks' | 'no_public_forks' | 'no_forks';
  /** ISO 8601 with microseconds and offset, as the host writes it. */
  readonly createdOn: string;
  updatedOn: string;
  readonly git: GitData;
  readonly lfs: ObjectStore;
  /** In the order of their numbers. */
  readonly pullRequests: readonly BitbucketPullRequest[];
}

/** Where the Git data is. `declared`: only listed, for long workspaces; the figures are given, nothing can be cloned. */
export type GitData =
  | { readonly kind: 'stored'; readonly directory: string }
  | { readonly kind: 'declared'; readonly sizeBytes: number; readonly empty: boolean };

/** Describes what opens the host. Scopes are in the words of the credential's kind and do not imply one another. */
export type BitbucketCredential =
  | {
      readonly kind: 'api-token';
      readonly token: string;
      readonly scopes: readonly string[];
      /** Its owner; the host's user if left out. Another person's works with the static user name. */
      readonly person?: BitbucketPerson;
    }
  /** Made at id.atlassian.com without scopes: the host refuses it and shows it by its headers. */
  | { readonly kind: 'unscoped-api-token'; readonly token: string }
  | {
      readonly kind: 'app-password';
      readonly password: string;
      readonly scopes: readonly string[];
    }
  | {
      readonly kind: 'access-token';
      readonly token: string;
      readonly scopes: readonly string[];
      readonly reach:
        | { readonly kind: 'workspace' }
        | { readonly kind: 'project'; readonly key: string }
        | { readonly kind: 'repository'; readonly slug: string };
    };

/** The person whom user credentials belong to. */
export interface BitbucketUser extends BitbucketPerson {
  readonly username: string;
  readonly email: string;
  readonly accountId: string;
}

export interface BitbucketWorkspace {
  readonly slug: string;
  readonly name: string;
  readonly uuid: string;
}
