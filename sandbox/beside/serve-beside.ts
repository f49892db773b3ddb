import { type BitbucketPlace, pullPath } from '../bitbucket/pages/place.ts';
import type { Answer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { isForHost } from '../pages/own-host.ts';
import { besideAnswer } from './beside-page.ts';
import { type BothHosts, sourcePages } from './hosts.ts';
import { indexAnswer } from './index-page.ts';

/** A pull request beside what it has become, or the list of all; `null`: there is no such page. */
export async function besidePage(
  hosts: BothHosts & { readonly url: string },
  exchange: Exchange,
): Promise<Answer | null> {
  const { method, path } = exchange;
  if ((method !== 'GET' && method !== 'HEAD') || !isForHost(exchange, hosts.url)) return null;
  const pages = sourcePages(hosts);
  if (path === '/') return indexAnswer(hosts, pages);
  for (const repository of hosts.bitbucket.repositories) {
    const place: BitbucketPlace = { ...pages, repository };
    const list = `${pullPath(place)}/`;
    if (!path.startsWith(list)) continue;
    const number = path.slice(list.length);
    const original = repository.pullRequests.find((one) => String(one.number) === number);
    return original === undefined ? null : besideAnswer(hosts, place, original);
  }
  return null;
}
