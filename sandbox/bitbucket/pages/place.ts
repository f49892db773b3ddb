import type { GitTools } from '../../git/git-tools.ts';
import { type Html, html } from '../../pages/html.ts';
import { avatarOf } from '../../pages/people.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import type { BitbucketHost } from '../host.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../records.ts';

/** The pages of Bitbucket Cloud or of a Data Center: both show the same records, and differ in this. */
export interface BitbucketPages {
  readonly host: BitbucketHost;
  readonly tools: GitTools;
  /** The address that repositories lie below: `http://host`, or `http://host/bitbucket`. */
  readonly webUrl: string;
  readonly product: 'Bitbucket Cloud' | 'Bitbucket Data Center';
  /** Below `webUrl`, as the product has it. */
  repositoryPath(repository: BitbucketRepository): string;
  /** The name that people see in the place of a workspace. */
  ownerOf(repository: BitbucketRepository): string;
  /** A text as people write it there. */
  textOf(repository: BitbucketRepository, raw: string): string;
  /** Who is meant by a mention: what follows `@`, without braces or quotes. */
  findMentioned(name: string): BitbucketPerson | null;
}

/** One repository, of which pages are shown. */
export interface BitbucketPlace extends BitbucketPages {
  readonly repository: BitbucketRepository;
}

/** The path of the list of pull requests, or of one. */
export function pullPath(place: BitbucketPlace, number?: number): string {
  const list = `${new URL(place.webUrl).pathname.replace(/\/$/, '')}${place.repositoryPath(place.repository)}/pull-requests`;
  return number === undefined ? list : `${list}/${number}`;
}

/** The whole address, as texts name it. */
export function pullAddress(place: BitbucketPlace, number: number): string {
  return `${new URL(place.webUrl).origin}${pullPath(place, number)}`;
}

export function personOf(person: BitbucketPerson | null): Html {
  if (person === null) return html`<span class="person">${avatarOf('?')} <b>Former user</b></span>`;
  return html`<span class="person">${avatarOf(person.displayName)} <b>${person.displayName}</b></span>`;
}

/** A Data Center has no superseded ones: they are declined there. */
export function stateChip(
  { product }: Pick<BitbucketPages, 'product'>,
  { state, draft }: BitbucketPullRequest,
): Html {
  if (state === 'MERGED') return html`<span class="chip merged">Merged</span>`;
  if (state === 'OPEN' && draft) return html`<span class="chip draft">Draft</span>`;
  if (state === 'OPEN') return html`<span class="chip open">Open</span>`;
  const isSuperseded = state === 'SUPERSEDED' && product === 'Bitbucket Cloud';
  return html`<span class="chip closed">${isSuperseded ? 'Superseded' : 'Declined'}</span>`;
}
