import { createHash } from 'node:crypto';

/** Addresses of one repository's records: they are what records know each other by. */
export interface Addresses {
  readonly owner: string;
  readonly repository: string;
  /** @param login as loginOf() makes it */
  user(login: string): string;
  pullRequest(number: number): string;
  issueComment(number: number, id: number | string): string;
  event(number: number, id: number): string;
  review(number: number, id: number): string;
  thread(number: number, id: number | string): string;
  reviewComment(number: number, id: number | string): string;
}

/**
 * Addresses in the form of GitHub's own, on the source's host: the importer takes owner, name and number from them.
 * @param options.host such as `https://bitbucket.org`, without a slash at its end
 */
export function archiveAddresses(options: {
  readonly host: string;
  readonly owner: string;
  readonly repository: string;
}): Addresses {
  const { host } = options;
  const owner = `${host}/${encodeURIComponent(options.owner)}`;
  const repository = `${owner}/${encodeURIComponent(options.repository)}`;
  const pullRequest = (number: number) => `${repository}/pull/${number}`;
  const files = (number: number) => `${pullRequest(number)}/files`;
  return {
    ...{ owner, repository, pullRequest },
    user: (login) => `${host}/${encodeURIComponent(login)}`,
    issueComment: (number, id) => `${pullRequest(number)}#issuecomment-${id}`,
    event: (number, id) => `${pullRequest(number)}#event-${id}`,
    review: (number, id) => `${files(number)}#pullrequestreview-${id}`,
    thread: (number, id) => `${files(number)}#pullrequestreviewthread-${id}`,
    reviewComment: (number, id) => `${files(number)}#r${id}`,
  };
}

/** A number for something that the source gives none, the same each time: reviews, events. Pure. */
export function recordNumber(key: string): number {
  // 48 bits: among a million records of one repository, two get the same once in 500 repositories.
  return createHash('sha256').update(key).digest().readUIntBE(0, 6);
}
