import type { GitTools } from '../../git/git-tools.ts';
import { type Html, html } from '../../pages/html.ts';
import { pathOf } from '../../pages/links.ts';
import { avatarOf } from '../../pages/people.ts';
import type { GithubAccount } from '../accounts/account.ts';
import type { GithubHost } from '../host.ts';
import type { GithubRepository } from '../records.ts';

export interface GithubPages {
  readonly host: GithubHost;
  readonly tools: GitTools;
  /** The origin of the pages. */
  readonly webUrl: string;
}

/** One repository, of which pages are shown. */
export interface RepositoryPlace extends GithubPages {
  readonly repository: GithubRepository;
}

/** The address of the repository's page, or of one below it: whole, as the page may stand on another host. */
export function addressIn(
  { webUrl, repository }: Pick<RepositoryPlace, 'webUrl' | 'repository'>,
  ...parts: readonly (string | number)[]
): string {
  return `${webUrl}${pathOf(repository.owner.login, repository.name, ...parts)}`;
}

/** Somebody by their login. Who stands in for an imported author is marked. */
export function personOf(account: GithubAccount | null): Html {
  if (account === null) return html`<span class="person">${avatarOf('ghost')} <b>ghost</b></span>`;
  const { kind, login, name } = account;
  if (kind !== 'mannequin')
    return html`<span class="person">${avatarOf(name)} <b>${login}</b></span>`;
  return html`<span class="person">${avatarOf(name || login)} <b>${name || login}</b> <span class="label" title="${login}">Mannequin</span></span>`;
}
