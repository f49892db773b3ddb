import type { Authorization } from './authorization.ts';

/** A token, and the variable that messages call it by. */
export interface NamedToken {
  readonly variable: string;
  readonly token: string;
}

export interface BitbucketCloudAccess {
  readonly kind: 'bitbucket-cloud';
  readonly variant: BitbucketCloudVariant;
  readonly authorization: Authorization;
  /** For git, which may need another than the REST API. */
  readonly git: { readonly username: string; readonly password: string };
  /** All access tokens, the first one that of `authorization`; empty for other variants. */
  readonly tokens: readonly NamedToken[];
  /** Tried if the host refuses the first: a user name that is no email address may be meant after all. */
  readonly otherwise?: Identity;
  /** Without a trailing slash, like `gitUrl`. */
  readonly apiUrl: string;
  readonly gitUrl: string;
}

export interface DataCenterAccess {
  readonly kind: 'bitbucket-data-center';
  /** An HTTP access token; those of a project or a repository work only as bearers. */
  readonly token: string;
  /** All of them, `token` first. */
  readonly tokens: readonly NamedToken[];
  /** With the server's context path, without a trailing slash. */
  readonly baseUrl: string;
}

export type SourceAccess = BitbucketCloudAccess | DataCenterAccess;

export type Identity = Pick<BitbucketCloudAccess, 'authorization' | 'git'>;

export type BitbucketCloudVariant = 'api-token' | 'app-password' | 'access-token';
