import { MigratorError } from '../../../kernel/errors.ts';
import { quoteInput } from '../../../kernel/format/shorten-input.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { SourcePages } from '../../../ports/source-host.ts';
import type { BitbucketCloud } from '../http/reading.ts';

/** `.` and `..` would lead elsewhere. */
export const slugPattern = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}$/;

/** `{4b85b785-…}`: Bitbucket accepts it in REST paths in place of a workspace's slug. */
function isUuid(text: string): boolean {
  return /^\{[0-9A-Fa-f-]{1,64}\}$/.test(text);
}

/**
 * A workspace in a REST path: its slug, or its UUID.
 * @throws `input-file`
 */
export function workspacePath(workspace: string): string {
  return isUuid(workspace) ? encodeURIComponent(workspace) : addressPart(workspace, 'workspace');
}

/** The slug of a row's workspace: the given one; for a UUID that of the row, or else the UUID. */
export function workspaceSlug(
  asked: string,
  row: {
    readonly full_name: string | null;
    readonly workspace: { readonly slug: string } | null;
  },
): string {
  if (!isUuid(asked)) return asked;
  const reported = row.workspace?.slug ?? row.full_name?.split('/')[0] ?? '';
  return slugPattern.test(reported) ? reported : asked;
}

/**
 * A workspace's identifier or a repository's slug as part of an address.
 * @throws `input-file` if it is invalid, before it can lead elsewhere
 */
export function addressPart(text: string, what: 'workspace' | 'repository'): string {
  if (slugPattern.test(text)) return text;
  throw new MigratorError('input-file', `${quoteInput(text)} is not a valid ${what} name`, {
    hint:
      what === 'workspace'
        ? 'Use the slug in the URL: https://bitbucket.org/<workspace>.'
        : 'Use the slug in the URL: https://bitbucket.org/<workspace>/<slug>.',
  });
}

/** @throws `input-file` */
export function repositoryPath({ workspace, slug }: SourceRepositoryName): string {
  return `/2.0/repositories/${workspacePath(workspace)}/${addressPart(slug, 'repository')}`;
}

/**
 * A filter for one project, in Bitbucket's query language.
 * @throws `input-file` if it is no key: a quotation mark would change the query
 */
export function projectFilter(key: string): string {
  if (/^[A-Za-z0-9_]{1,128}$/.test(key)) return `project.key="${key}"`;
  throw new MigratorError('input-file', `${quoteInput(key)} is not a valid project key`, {
    hint: 'A key consists of letters, digits and underscores.',
  });
}

/** Addresses of a repository's pull requests: built, never taken from an answer. */
export interface PullRequestAddress {
  /** `acme/web` */
  readonly fullName: string;
  /** `/2.0/repositories/acme/web` */
  readonly apiPath: string;
  webUrl(number: number): string;
  commentUrl(number: number, id: string): string;
}

/**
 * Returns the pages of repositories, for links alone.
 * @param gitUrl `https://bitbucket.org`
 */
export function cloudPages(gitUrl: string, workspace: string): SourcePages {
  const repository = (slug: string): string =>
    `${gitUrl}/${encodeURIComponent(workspace.toWellFormed())}/${encodeURIComponent(slug)}`;
  return {
    repository,
    pullRequest: (slug, number) => `${repository(slug)}/pull-requests/${number}`,
  };
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
    apiPath: repositoryPath({ workspace, slug }),
    webUrl,
    commentUrl: (number, id) => `${webUrl(number)}/_/diff#comment-${encodeURIComponent(id)}`,
  };
}
