import { MigratorError } from '../../../kernel/errors.ts';
import { quoteInput } from '../../../kernel/format/shorten-input.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { SourcePages } from '../../../ports/source-host.ts';
import type { DataCenter } from '../http/reading.ts';

/** The base path of the REST API. */
export const api = '/rest/api/1.0';

/** A key of letters, digits and such; `~` and a user's slug for the repositories of a person. */
export const keyPattern = /^~?(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/;
export const slugPattern = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/;

/** Addresses of a repository: built, never taken from an answer. */
export interface RepositoryAddress {
  /** `PAY/ledger`, `~jane/notes` */
  readonly fullName: string;
  /** `/rest/api/1.0/projects/PAY/repos/ledger` */
  readonly apiPath: string;
  /** `/projects/PAY/repos/ledger`: where pages, sizes and attachments are. */
  readonly path: string;
  readonly webUrl: string;
  pullRequestUrl(number: number): string;
  commentUrl(number: number, id: string): string;
}

/** @throws `input-file` for an invalid key, before it can lead elsewhere */
export function projectKey(text: string): string {
  if (keyPattern.test(text)) return text;
  throw new MigratorError('input-file', `${quoteInput(text)} is not a valid project key`, {
    hint: 'Use the key in the URL, …/projects/<KEY>, or ~<user> for personal repositories.',
  });
}

/** @throws `input-file` */
export function repositoryAddress(
  { access, learned }: Pick<DataCenter, 'access' | 'learned'>,
  { workspace, slug }: SourceRepositoryName,
): RepositoryAddress {
  const key = learned.projectKeys.get(workspace.toLowerCase()) ?? projectKey(workspace);
  if (!slugPattern.test(slug)) {
    throw new MigratorError('input-file', `${quoteInput(slug)} is not a valid repository name`, {
      hint: 'Use the slug in the URL: …/projects/<KEY>/repos/<slug>.',
    });
  }
  const path = `/projects/${key}/repos/${slug}`;
  const webUrl = dataCenterPages(access.baseUrl, key).repository(slug);
  const pullRequestUrl = (number: number): string => `${webUrl}/pull-requests/${number}`;
  return {
    fullName: `${key}/${slug}`,
    apiPath: `${api}${path}`,
    path,
    webUrl,
    pullRequestUrl,
    commentUrl: (number, id) =>
      `${pullRequestUrl(number)}/overview?commentId=${encodeURIComponent(id)}`,
  };
}

/** Returns the pages of a project's or a person's repositories, for links alone. */
export function dataCenterPages(baseUrl: string, key: string): SourcePages {
  const repository = (slug: string): string =>
    `${baseUrl}/${ownerPath(key)}/repos/${encodeURIComponent(slug)}`;
  return {
    repository,
    pullRequest: (slug, number) => `${repository(slug)}/pull-requests/${number}`,
  };
}

function ownerPath(key: string): string {
  const isPerson = key.startsWith('~');
  return isPerson
    ? `users/${encodeURIComponent(key.slice(1))}`
    : `projects/${encodeURIComponent(key)}`;
}

/** The address for Git, where the host writes keys in lower case. */
export function gitUrl(
  { access }: Pick<DataCenter, 'access'>,
  { workspace, slug }: SourceRepositoryName,
): string {
  const key = projectKey(workspace).toLowerCase();
  return `${access.baseUrl}/scm/${key}/${slugPattern.test(slug) ? slug : ''}.git`;
}
