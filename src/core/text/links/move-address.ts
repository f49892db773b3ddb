import { decodeUri } from '../../kernel/base-url.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import type { TextContext } from '../context/text-context.ts';

import { asCloudAddress } from './data-center-address.ts';

export interface MovedAddress {
  readonly url: string;
  /** If it leads to a pull request: its numbers and its short name. */
  readonly pullRequest: {
    readonly from: number;
    readonly to: number;
    readonly name: string;
  } | null;
}

interface MovedPage {
  readonly slug: string;
  readonly webUrl: string;
  readonly parsed: URL;
  readonly context: TextContext;
}

/**
 * Where a page of the source is on the target; `null`: it is not moved, or not known to be there. Addresses look like
 * `/{workspace}/{slug}/pull-requests/12`, `…/commits/{hash}`, `…/src/{ref}/{path}#lines-12:20` and `…/branch/{name}`; in
 * old texts `…/pull-request/12` and `…/changeset/{hash}`. A Data Center's are put into the same form first.
 */
export function moveAddress(page: URL, context: TextContext): MovedAddress | null {
  const { hasProjectPages } = sourceTraits[context.source.kind ?? 'bitbucket-cloud'];
  const parsed = hasProjectPages ? asCloudAddress(page, context) : page;
  if (parsed === null) return null;
  const [workspace = '', slug = '', kind = '', ...rest] = parsed.pathname
    .split('/')
    .filter((part) => part !== '');
  const name = decodeUri(slug)
    .toLowerCase()
    .replace(/\.git$/, '');
  const repository = context.repositories.get(name);
  if (repository === undefined || !isWorkspace(decodeUri(workspace), context)) return null;
  const moved: MovedPage = { slug: name, webUrl: repository.webUrl, parsed, context };
  if (kind === '') return at(moved, '');
  if (kind === 'pull-requests' || kind === 'pull-request') return pullRequest(moved, rest);
  const path = pathOf(moved, kind, rest);
  return path === null ? null : at(moved, path);
}

export function isWorkspace(name: string, context: TextContext): boolean {
  return name.toLowerCase() === context.source.workspace.toLowerCase();
}

function at(moved: MovedPage, path: string): MovedAddress {
  return { url: `${moved.webUrl}${path}`, pullRequest: null };
}

function pathOf(moved: MovedPage, kind: string, rest: readonly string[]): string | null {
  if (kind === 'src' || kind === 'raw') return file(moved, kind, rest);
  if (kind === 'commits' || kind === 'commit' || kind === 'changeset') return commits(moved, rest);
  if (kind === 'branches') return rest.length === 0 ? '/branches' : null;
  if (kind === 'branch' && rest.length > 0) return `/tree/${encoded(rest)}`;
  return null;
}

function pullRequest(moved: MovedPage, [number, view]: readonly string[]): MovedAddress | null {
  if (number === undefined) return at(moved, '/pulls');
  if (!/^\d{1,9}$/.test(number)) return null;
  const from = Number(number);
  const to = moved.context.pullRequestNumber(moved.slug, from);
  if (to === null) return null;
  // Comments have other numbers on the target: the pull request is the nearest moved.
  const isComment = /comment-\d/.test(moved.parsed.hash);
  const page = { diff: '/files', commits: '/commits' }[isComment ? '' : (view ?? '')] ?? '';
  return {
    url: `${moved.webUrl}/pull/${to}${page}`,
    pullRequest: { from, to, name: pullRequestName(moved.slug, to, moved.context) },
  };
}

/** `#12`, or `web#12` of another repository than the text's own. */
export function pullRequestName(slug: string, number: number, context: TextContext): string {
  return slug === context.source.slug.toLowerCase() ? `#${number}` : `${slug}#${number}`;
}

function commits(moved: MovedPage, rest: readonly string[]): string | null {
  const [first, ...names] = rest;
  if (first === undefined) return '/commits';
  if (first === 'branch' || first === 'tag')
    return names.length === 0 ? null : `/commits/${encoded(names)}`;
  const hash = commitOf(moved, first);
  return hash === null ? null : `/commit/${hash}`;
}

function commitOf(moved: MovedPage, text: string): string | null {
  return /^[0-9a-f]{7,40}$/i.test(text)
    ? moved.context.commitHash(moved.slug, text.toLowerCase())
    : null;
}

function file(moved: MovedPage, kind: string, [first, ...path]: readonly string[]): string | null {
  if (first === undefined) return '';
  const branch = moved.parsed.searchParams.get('at');
  const isHash = /^[0-9a-f]{12,40}$/i.test(first);
  const ref = commitOf(moved, first) ?? (isHash ? branch : decodeUri(first));
  if (ref === null || ref === '') return null;
  const name = encoded(ref.replace(/^refs\/(?:heads|tags)\//, '').split('/'));
  if (path.length === 0) return `/tree/${name}`;
  if (moved.parsed.pathname.endsWith('/')) return `/tree/${name}/${encoded(path)}`;
  return `/${kind === 'raw' ? 'raw' : 'blob'}/${name}/${encoded(path)}${lines(moved.parsed.hash)}`;
}

/** `#lines-12:20`, and the older `#cl-12` and `#file.txt-12`. */
function lines(hash: string): string {
  const [, from, to] = /^#(?:.*-)?(\d{1,9})(?::(\d{1,9}))?(?:,[\d:,]*)?$/.exec(hash) ?? [];
  if (from === undefined) return '';
  return to === undefined ? `#L${from}` : `#L${from}-L${to}`;
}

function encoded(parts: readonly string[]): string {
  return parts.map((part) => encodeURIComponent(decodeUri(part)).replaceAll('%2F', '/')).join('/');
}
