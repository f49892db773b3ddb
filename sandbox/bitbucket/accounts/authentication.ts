import type { Authorization } from '../../network/authorization.ts';
import type { BitbucketHost } from '../host.ts';
import type { BitbucketCredential, BitbucketRepository } from '../records.ts';

export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'known'; readonly credential: UsableCredential }
  /** `basic`: a wrong name or password. `token`: a token that the host does not know, or not for this. */
  | { readonly kind: 'refused'; readonly as: 'basic' | 'token' | 'unscoped' };

export type UsableCredential = Exclude<BitbucketCredential, { kind: 'unscoped-api-token' }>;

const staticUser = 'x-bitbucket-api-token-auth';

/** Who calls the REST interface. A user's API token works with Basic only, an access token with Bearer only. */
export function identifyForRest(host: BitbucketHost, authorization: Authorization): Caller {
  if (authorization.kind === 'none') return { kind: 'anonymous' };
  if (authorization.kind === 'basic') {
    return identifyBasic(host, authorization, [host.user.email, staticUser]);
  }
  if (authorization.kind !== 'bearer') return { kind: 'refused', as: 'token' };
  const credential = host.credentials.list.find(
    (one) => one.kind === 'access-token' && one.token === authorization.token,
  );
  return usable(credential, 'token');
}

/** Who calls the Git interface: Basic only, and the e-mail address is no user name there. */
export function identifyForGit(host: BitbucketHost, authorization: Authorization): Caller {
  if (authorization.kind === 'none') return { kind: 'anonymous' };
  if (authorization.kind !== 'basic') return { kind: 'refused', as: 'token' };
  if (authorization.username === 'x-token-auth') {
    const credential = host.credentials.list.find(
      (one) => one.kind === 'access-token' && one.token === authorization.password,
    );
    return usable(credential, 'token');
  }
  return identifyBasic(host, authorization, [host.user.username, staticUser]);
}

function identifyBasic(
  host: BitbucketHost,
  given: { username: string; password: string },
  tokenUsers: readonly string[],
): Caller {
  const credential = host.credentials.list.find((one) => {
    if (one.kind === 'app-password') {
      if (host.appPasswordsRemoved || given.username !== host.user.username) return false;
      return one.password === given.password;
    }
    if (one.kind === 'access-token') return false;
    return tokenUsers.includes(given.username) && one.token === given.password;
  });
  return usable(credential, given.password.startsWith('ATATT') ? 'token' : 'basic');
}

function usable(credential: BitbucketCredential | undefined, as: 'basic' | 'token'): Caller {
  if (credential === undefined) return { kind: 'refused', as };
  if (credential.kind === 'unscoped-api-token') return { kind: 'refused', as: 'unscoped' };
  return { kind: 'known', credential };
}

/** Tells whether the caller sees this repository at all; the scope is another question. */
export function reaches(caller: Caller, repository: BitbucketRepository): boolean {
  if (!repository.isPrivate) return true;
  if (caller.kind !== 'known') return false;
  if (caller.credential.kind !== 'access-token') return true;
  const { reach } = caller.credential;
  if (reach.kind === 'workspace') return true;
  if (reach.kind === 'project') return repository.project.key === reach.key;
  return repository.slug === reach.slug;
}

/** The scope that an operation asks for, in the words of the caller's kind of credential. */
export interface Scope {
  readonly token: string;
  readonly classic: string;
}

export const scopes = {
  user: { token: 'read:user:bitbucket', classic: 'account' },
  workspace: { token: 'read:workspace:bitbucket', classic: 'account' },
  repository: { token: 'read:repository:bitbucket', classic: 'repository' },
  pullRequest: { token: 'read:pullrequest:bitbucket', classic: 'pullrequest' },
  writePullRequest: { token: 'write:pullrequest:bitbucket', classic: 'pullrequest:write' },
  project: { token: 'read:project:bitbucket', classic: 'project' },
  webhook: { token: 'read:webhook:bitbucket', classic: 'webhook' },
  administerRepository: { token: 'admin:repository:bitbucket', classic: 'repository:admin' },
  administerProject: { token: 'admin:project:bitbucket', classic: 'project:admin' },
  pipeline: { token: 'read:pipeline:bitbucket', classic: 'pipeline' },
  writeRepository: { token: 'write:repository:bitbucket', classic: 'repository:write' },
  writePipeline: { token: 'write:pipeline:bitbucket', classic: 'pipeline:write' },
  writeVariables: { token: 'admin:pipeline:bitbucket', classic: 'pipeline:variable' },
} as const satisfies Record<string, Scope>;

export function wordFor(credential: UsableCredential, scope: Scope): string {
  return credential.kind === 'api-token' ? scope.token : scope.classic;
}
