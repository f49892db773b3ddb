import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { addressPart, workspacePath } from '../names.ts';

/** Where the pull requests of one repository are. Addresses are made, never taken from an answer. */
export interface PullRequestAddress {
  /** For messages, and for who asks where a commit belongs: `acme/web`. */
  readonly fullName: string;
  /** `/2.0/repositories/acme/web` */
  readonly apiPath: string;
  webUrl(number: number): string;
  commentUrl(number: number, id: string): string;
}

/** @throws `input-file` for a name that is none */
export function pullRequestAddress(
  bitbucket: BitbucketCloud,
  { workspace, slug }: SourceRepositoryName,
): PullRequestAddress {
  const owner = bitbucket.workspaceSlugs.get(workspace) ?? workspace;
  const repository = addressPart(slug, 'repository');
  const { gitUrl } = bitbucket.access;
  const webUrl = (number: number): string =>
    `${gitUrl}/${encodeURI(owner)}/${repository}/pull-requests/${number}`;
  return {
    fullName: `${owner}/${repository}`,
    apiPath: `/2.0/repositories/${workspacePath(workspace)}/${repository}`,
    webUrl,
    commentUrl: (number, id) => `${webUrl(number)}/_/diff#comment-${encodeURIComponent(id)}`,
  };
}
