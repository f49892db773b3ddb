import { count } from '../../kernel/format/format.ts';

/** Describes pull requests that the target's importer creates. */
export interface ImportedAhead {
  /** How many have such. */
  readonly repositories: number;
  /** How many of them have pull requests that nobody has counted. */
  readonly unknown: number;
  readonly pullRequests: number;
  /** `null`: not all were counted. */
  readonly comments: number | null;
}

/** Says how many there are, and what they cost. Pure. */
export function importedText(ahead: ImportedAhead): string {
  const { repositories, unknown } = ahead;
  const many = (of: number) => count(of, 'repository', 'repositories');
  const how = "through GitHub's importer, no content-creating requests, in minutes to hours";
  if (unknown === repositories) return `Pull requests of ${many(repositories)}: ${how}`;
  const more = unknown === 0 ? '' : `, ${many(unknown)} not counted`;
  return `${amountText(ahead)} in ${many(repositories)}${more}: ${how}`;
}

/** Writes `7 pull requests with 4 comments`. Pure. */
export function amountText({
  pullRequests,
  comments,
}: Pick<ImportedAhead, 'pullRequests' | 'comments'>): string {
  const pulls = count(pullRequests, 'pull request');
  return comments === null ? pulls : `${pulls} with ${count(comments, 'comment')}`;
}
