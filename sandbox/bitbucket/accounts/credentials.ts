import { randomBytes } from 'node:crypto';
import type { BitbucketCredential } from '../records.ts';
import type { BitbucketPerson } from './people.ts';

export interface BitbucketCredentials {
  readonly list: readonly BitbucketCredential[];
  /** Random if no token is given. */
  addApiToken(options?: {
    scopes?: readonly string[];
    token?: string;
    person?: BitbucketPerson;
  }): string;
  addUnscopedApiToken(): string;
  addAppPassword(options?: { scopes?: readonly string[] }): string;
  addAccessToken(options?: {
    scopes?: readonly string[];
    project?: string;
    repository?: string;
  }): string;
  remove(secret: string): void;
}

/** Scopes that reading repositories, pull requests and the names of variables needs. */
const readScopes = [
  'read:user:bitbucket',
  'read:workspace:bitbucket',
  'read:repository:bitbucket',
  'read:project:bitbucket',
  'read:pullrequest:bitbucket',
  'read:pipeline:bitbucket',
] as const;

/** Scopes that reading settings needs besides. */
export const settingsScopes = [
  'admin:repository:bitbucket',
  'admin:project:bitbucket',
  'read:webhook:bitbucket',
] as const;

/** Scopes that a temporary pipeline needs besides. */
export const pipelineScopes = [
  ...readScopes,
  'write:repository:bitbucket',
  'write:pipeline:bitbucket',
  'admin:pipeline:bitbucket',
] as const;

/** Scopes that access tokens and app passwords read with. */
export const classicScopes = [
  'account',
  'repository',
  'project',
  'pullrequest',
  'pipeline',
] as const;

/** Secrets are random, and begin as the host's do. */
export function createCredentials(): BitbucketCredentials {
  const list: BitbucketCredential[] = [];
  const secret = (prefix: string): string => prefix + randomBytes(24).toString('hex');
  return {
    list,
    addApiToken({ scopes = readScopes, token = secret('ATATT3xFfGF0'), person } = {}) {
      const owner = person === undefined ? {} : { person };
      list.push({ kind: 'api-token', token, scopes, ...owner });
      return token;
    },
    addUnscopedApiToken() {
      const token = secret('ATATT3xFfGF0');
      list.push({ kind: 'unscoped-api-token', token });
      return token;
    },
    addAppPassword({ scopes = classicScopes } = {}) {
      const password = secret('ATBB');
      list.push({ kind: 'app-password', password, scopes });
      return password;
    },
    addAccessToken({ scopes = classicScopes, project, repository } = {}) {
      const token = secret('ATCTT3xFfGN0');
      list.push({ kind: 'access-token', token, scopes, reach: reachOf(project, repository) });
      return token;
    },
    remove(removed) {
      const index = list.findIndex((one) => secretOf(one) === removed);
      if (index < 0) throw new Error('No such Bitbucket credential');
      list.splice(index, 1);
    },
  };
}

function reachOf(
  project: string | undefined,
  repository: string | undefined,
): Extract<BitbucketCredential, { kind: 'access-token' }>['reach'] {
  if (repository !== undefined) return { kind: 'repository', slug: repository };
  return project === undefined ? { kind: 'workspace' } : { kind: 'project', key: project };
}

function secretOf(credential: BitbucketCredential): string {
  return credential.kind === 'app-password' ? credential.password : credential.token;
}
