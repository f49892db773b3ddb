import { randomBytes } from 'node:crypto';
import type { GithubToken } from '../records.ts';
import type { GithubAccount } from './account.ts';

export interface GithubTokens {
  readonly list: readonly GithubToken[];
  /**
   * A personal access token, random if left out; `repo` and `workflow` unless scopes are given. A fine-grained one may do what
   * these scopes allow.
   */
  add(options?: {
    login?: string;
    scopes?: readonly string[];
    token?: string;
    isFineGrained?: boolean;
  }): string;
  remove(token: string): void;
}

export function createTokens(accounts: readonly GithubAccount[]): GithubTokens {
  const list: GithubToken[] = [];
  return {
    list,
    add({
      login = 'robin-keller',
      scopes = ['repo', 'workflow'],
      isFineGrained = false,
      token = randomToken(isFineGrained),
    } = {}) {
      const wanted = login.toLowerCase();
      const user = accounts.find(
        (one) => one.kind === 'user' && one.login.toLowerCase() === wanted,
      );
      if (user === undefined) throw new Error(`No such GitHub user: ${login}`);
      list.push({ token, user, scopes, isFineGrained });
      return token;
    },
    remove(token) {
      const index = list.findIndex((one) => one.token === token);
      if (index < 0) throw new Error('No such GitHub token');
      list.splice(index, 1);
    },
  };
}

function randomToken(isFineGrained: boolean): string {
  return `${isFineGrained ? 'github_pat_' : 'ghp_'}${randomBytes(18).toString('hex')}`;
}
