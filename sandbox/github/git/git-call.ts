import type { GitAddress } from '../../git/git-address.ts';
import type { GitTools } from '../../git/git-tools.ts';
import { lfsRefusal } from '../../lfs/batch.ts';
import type { Signatures } from '../../lfs/signatures.ts';
import { type Answer, textAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { Permissions } from '../accounts/roles.ts';
import type { GithubHost } from '../host.ts';
import type { GithubSizes } from '../rate-limit/limits.ts';
import type { GithubRateLimiter } from '../rate-limit/rate-limiter.ts';
import type { GithubRepository, GithubToken } from '../records.ts';

export interface GithubGitOptions {
  readonly host: GithubHost;
  readonly limiter: GithubRateLimiter;
  readonly tools: GitTools;
  readonly sizes: GithubSizes;
  readonly maxRefsPerPush: number | null;
  /** Not as GitHub: a machine without git-lfs can show the rest all the same. */
  readonly acceptsUnknownLfs: boolean;
  readonly signatures: Signatures;
  readonly webUrl: string;
  readonly mediaUrl: string;
  readonly hooksDirectory: string;
  readonly now: () => number;
}

/** One request of git or git-lfs to a repository that is there. */
export interface GitCall extends GithubGitOptions {
  readonly exchange: Exchange;
  readonly address: GitAddress;
  readonly token: GithubToken | null;
  readonly repository: GithubRepository;
  readonly permissions: Permissions;
}

export function unauthorized(message: string): Answer {
  return textAnswer(401, message, { 'www-authenticate': 'Basic realm="GitHub"' });
}

/** Who may not write, as the LFS interface says it; `null` for those who may. */
export function refuseWriting({ token, permissions, repository }: GitCall): Answer | null {
  if (token === null) return unauthorized('Credentials needed');
  if (!permissions.push) return lfsRefusal(403, 'You must have push access to do that.');
  if (!repository.archived) return null;
  return lfsRefusal(403, 'This repository was archived so it is read-only.');
}
