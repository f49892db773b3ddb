import { decodeUri } from '../../kernel/base-url.ts';
import type { TextContext } from '../context/text-context.ts';

/**
 * A page of a Data Center as Bitbucket Cloud would name it: `/projects/PAY/repos/ledger/browse/a.txt?at=main#3-5` is
 * `/PAY/ledger/src/main/a.txt#lines-3:5`. `null` for what is no page of a repository. Pure.
 */
export function asCloudAddress(parsed: URL, { source }: TextContext): URL | null {
  const base = URL.parse(source.webUrl)?.pathname.replace(/\/+$/, '') ?? '';
  if (!parsed.pathname.startsWith(`${base}/`)) return null;
  const parts = parsed.pathname
    .slice(base.length)
    .split('/')
    .filter((part) => part !== '');
  const [root = '', owner = '', repos, ...rest] = parts;
  if (root === 'scm') return address(parsed, [owner, (repos ?? '').replace(/\.git$/, '')]);
  if ((root !== 'projects' && root !== 'users') || repos !== 'repos') return null;
  const [slug = '', kind = 'browse', ...path] = rest;
  const place = [root === 'users' ? `~${owner}` : owner, slug];
  return page(parsed, { place, kind, path });
}

function page(
  parsed: URL,
  options: { place: readonly string[]; kind: string; path: readonly string[] },
): URL | null {
  const { place, kind, path } = options;
  switch (kind) {
    case 'browse':
    case 'raw': {
      const at = parsed.searchParams.get('at');
      if (path.length === 0 && at === null) return address(parsed, place);
      const ref = encodeURIComponent((at ?? 'HEAD').replace(/^refs\/(?:heads|tags)\//, ''));
      const as = kind === 'raw' ? 'raw' : 'src';
      return address(parsed, [...place, as, ref, ...path], lines(parsed.hash));
    }
    case 'pull-requests': {
      const [number, view] = path;
      if (number === undefined) return address(parsed, [...place, kind]);
      // Comments have other numbers on the target.
      const isComment = parsed.searchParams.has('commentId');
      const shown = view === undefined || view === 'overview' || isComment ? [] : [view];
      return address(parsed, [...place, kind, number, ...shown]);
    }
    case 'commits':
      return address(parsed, [...place, kind, ...path.slice(0, 1)]);
    case 'branches':
      return address(parsed, [...place, kind]);
    default:
      return null;
  }
}

function address(parsed: URL, parts: readonly string[], hash = ''): URL | null {
  if (parts.some((part) => decodeUri(part) === '' || /^\.{1,2}$/.test(decodeUri(part))))
    return null;
  return URL.parse(`${parsed.origin}/${parts.join('/')}${hash}`);
}

/** `#12`, `#12-20`; of several places the first. */
function lines(hash: string): string {
  const [, from, to] = /^#(\d{1,9})(?:-(\d{1,9}))?(?:,.*)?$/.exec(hash) ?? [];
  if (from === undefined) return '';
  return to === undefined ? `#lines-${from}` : `#lines-${from}:${to}`;
}
