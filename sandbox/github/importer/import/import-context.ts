import type { GithubAccount } from '../../accounts/account.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import type { GithubDiscussion, GithubPullRequest } from '../../tracker/records.ts';
import type { LoadedArchive } from '../archive.ts';
import type { RepositoryImport } from '../importer.ts';
import type { ImporterRules } from '../importer-rules.ts';

/** One import while it works. */
export interface ImportContext {
  readonly host: GithubHost;
  readonly run: RepositoryImport;
  /** As they are for this format. */
  readonly rules: ImporterRules;
  readonly archive: LoadedArchive;
  readonly repository: GithubRepository;
  /** Who stands for the person of a record, by its address. */
  readonly people: (address: string | null | undefined) => GithubAccount;
  /** Tells whether the repository has a commit. */
  readonly commits: (hash: string) => boolean;
  /** Addresses of records that are left out. */
  readonly lost: ReadonlySet<string>;
  /** Lines of the log. */
  readonly losses: string[];
  /** Imported issues and pull requests, by their address in the archive. */
  readonly discussions: Map<string, GithubDiscussion>;
}

export function pullOf(context: ImportContext, address: string): GithubPullRequest | null {
  const found = context.discussions.get(address);
  return found?.kind === 'pull-request' ? found : null;
}

/** Notes a record that does not arrive, in the importer's words. */
export function lose(context: ImportContext, kind: string, address: string, why: string): void {
  context.losses.push(`${kind} with url ${address} could not be imported. Reason: ${why}`);
}

/** Times and visibility of something that was made long ago. */
export function madeAt(context: ImportContext, createdAt: string) {
  return { createdAt, updatedAt: createdAt, visibleAt: context.host.now() };
}
