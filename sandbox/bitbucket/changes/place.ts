import type { GitTools } from '../../git/git-tools.ts';
import type { RefAction, RefRefusal } from '../../git/ref-rules.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import type { BitbucketHost } from '../host.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../records.ts';

/** Where records are changed. Both products share the records, and differ in what they allow. */
export interface ChangePlace {
  readonly bitbucket: BitbucketHost;
  readonly tools: GitTools;
  readonly product: 'cloud' | 'data-center';
  /** @param pull the one that is merged */
  judge(
    repository: BitbucketRepository,
    by: BitbucketPerson | null,
    action: RefAction,
    pull?: BitbucketPullRequest,
  ): Promise<readonly RefRefusal[]>;
  /** An archived repository takes no change of any kind. */
  isArchived(repository: BitbucketRepository): boolean;
  mayWrite(repository: BitbucketRepository, by: BitbucketPerson): boolean;
}

/** `workspace/slug`, as pull requests name a repository. */
export function fullName({ bitbucket }: Pick<ChangePlace, 'bitbucket'>, slug: string): string {
  return `${bitbucket.workspace.slug}/${slug}`;
}

/** The bare repository that a pull request's side names; `null` if it is gone or only listed. */
export function directoryOf(bitbucket: BitbucketHost, repository: string | null): string | null {
  const git = bitbucket.findRepository(repository?.split('/')[1] ?? '')?.git;
  return git?.kind === 'stored' ? git.directory : null;
}
