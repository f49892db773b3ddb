import { type Answer, textAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { isForHost } from '../../pages/own-host.ts';
import { blobPage, commitPage } from './code-pages.ts';
import { ownerPage } from './owner-page.ts';
import { addressIn, type GithubPages, type RepositoryPlace } from './place.ts';
import { filesPage } from './pull/files-page.ts';
import { pullListPage } from './pull/pull-list-page.ts';
import { pullPage } from './pull/pull-page.ts';
import { repositoryPage } from './repository-page.ts';
import { settingsPage } from './settings/settings-page.ts';

/**
 * Returns the page that a person sees in a browser, without a sign-in: nobody but this machine can ask, and only by the
 * name that the server has. `null`: there is no such page.
 */
export async function githubPage(pages: GithubPages, exchange: Exchange): Promise<Answer | null> {
  const { method, segments } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (!isForHost(exchange, pages.webUrl)) return null;
  const [owner = '', name, ...rest] = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  if (name === undefined) return ownerPage(pages, owner);
  const found = pages.host.findRepository(`${owner}/${name}`);
  if (found !== null) return insideRepository({ ...pages, repository: found }, rest);
  const moved = pages.host.findRenamed(`${owner}/${name}`);
  return moved === null ? null : redirectTo({ ...pages, repository: moved }, rest);
}

function redirectTo(place: RepositoryPlace, rest: readonly string[]): Answer {
  return textAnswer(301, '', { location: addressIn(place, ...rest) });
}

async function insideRepository(
  place: RepositoryPlace,
  [kind, ...rest]: readonly string[],
): Promise<Answer | null> {
  const [first = '', second] = rest;
  if (kind === undefined) return repositoryPage(place);
  if (kind === 'blob' && rest.length > 1) return blobPage(place, first, rest.slice(1));
  if (kind === 'pull' && /^\d{1,9}$/.test(first)) return pullPages(place, Number(first), second);
  if (kind === 'issues' && second === undefined && place.repository.tracker.findPull(Number(first)))
    return textAnswer(302, '', { location: addressIn(place, 'pull', first) });
  if (second !== undefined) return null;
  if (kind === 'commit') return commitPage(place, first);
  if (first !== '') return null;
  if (kind === 'pulls') return pullListPage(place);
  return kind === 'settings' ? settingsPage(place) : null;
}

async function pullPages(
  place: RepositoryPlace,
  number: number,
  part: string | undefined,
): Promise<Answer | null> {
  const pull = place.repository.tracker.findPull(number);
  if (pull === null) return null;
  if (part === undefined) return pullPage(place, pull);
  return part === 'files' ? filesPage(place, pull) : null;
}
