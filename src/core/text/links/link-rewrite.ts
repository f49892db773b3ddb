import { decodeUri } from '../../kernel/base-url.ts';
import type { TextContext } from '../context/text-context.ts';
import { hostIn, hostOf, isOdd, isOnSource } from './address.ts';
import { attachmentOnSource, isAttachment, movedAttachment } from './attachments.ts';
import { type MovedAddress, moveAddress } from './move-address.ts';

/** How to rewrite the address of a link. */
export type LinkRewrite =
  | { readonly kind: 'keep' }
  /** It leads to something that was migrated. */
  | ({ readonly kind: 'move' } & MovedAddress)
  /** GitHub would record the link at a foreign issue or pull request; `null`: there is no address that it ignores. */
  | { readonly kind: 'thread'; readonly url: string | null }
  /** A text must not link it. */
  | { readonly kind: 'odd' };

const keep: LinkRewrite = { kind: 'keep' };
const thread = /^\/+[^/]+\/[^/]+\/(?:issues|pull|pulls|discussions)\/+\d/i;

export function rewriteLink(url: string, context: TextContext): LinkRewrite {
  if (isAttachment(url)) {
    const address = movedAttachment(url, context) ?? attachmentOnSource(url, context);
    if (address !== null) return { kind: 'move', url: address, pullRequest: null };
  }
  if (isOdd(url)) return { kind: 'odd' };
  const parsed = URL.parse(url, `${context.source.webUrl}/`);
  if (parsed === null) return keep;
  const isWeb = parsed.protocol === 'https:' || parsed.protocol === 'http:';
  // A relative address without a leading slash is relative to a page that we do not know.
  if (!isWeb || !/^(?:https?:|\/)/i.test(url)) return keep;
  if (isOnSource(parsed, context)) return rewriteSourceLink(url, parsed, context);
  const host = hostIn(parsed);
  const isGitHub = host === 'github.com';
  if (
    (isGitHub || host === hostOf(context.targetWebUrl)) &&
    thread.test(decodeUri(parsed.pathname))
  ) {
    // GitHub does not record links by way of this host of its own.
    return {
      kind: 'thread',
      url: isGitHub
        ? `https://redirect.github.com${parsed.pathname}${parsed.search}${parsed.hash}`
        : null,
    };
  }
  return keep;
}

function rewriteSourceLink(url: string, parsed: URL, context: TextContext): LinkRewrite {
  const moved = moveAddress(parsed, context);
  if (moved !== null) return { kind: 'move', ...moved };
  // Relative links of the source's pages need its host elsewhere.
  return url.startsWith('/') ? { kind: 'move', url: parsed.href, pullRequest: null } : keep;
}

/** How to rewrite an image. */
type ImageRewrite =
  | { readonly kind: 'keep' }
  | { readonly kind: 'move'; readonly url: string }
  /** It stays on the source; `url` is an address that a browser can open, if there is one. */
  | { readonly kind: 'left'; readonly url: string | null }
  | { readonly kind: 'odd' };

/**
 * Bitbucket keeps images of texts at `/repo/{id}/images/…`, which answers only who is signed in there, or names them
 * `attachment:…` (Data Center). Addresses inside of a company are as unreachable for GitHub, which fetches images itself.
 */
export function rewriteImage(url: string, context: TextContext): ImageRewrite {
  if (isAttachment(url)) {
    const moved = movedAttachment(url, context);
    return moved === null
      ? { kind: 'left', url: attachmentOnSource(url, context) }
      : { kind: 'move', url: moved };
  }
  if (isOdd(url)) return { kind: 'odd' };
  const parsed = URL.parse(url, `${context.source.webUrl}/`);
  if (parsed === null || !/^(?:https?:|\/)/i.test(url)) return { kind: 'left', url: null };
  const host = parsed.hostname.replace(/^www\./, '');
  const source = URL.parse(context.source.webUrl)?.hostname.replace(/^www\./, '') ?? '';
  if (isOnSource(parsed, context)) {
    const moved = parsed.pathname.includes('/raw/') ? moveAddress(parsed, context) : null;
    return moved === null ? { kind: 'left', url: parsed.href } : { kind: 'move', url: moved.url };
  }
  const isLeft =
    host.endsWith(`.${source}`) || /(?:^|\.)(?:bitbucket\.org|bytebucket\.org)$/.test(host);
  return isLeft || isInside(host) ? { kind: 'left', url: parsed.href } : { kind: 'keep' };
}

/** A host that only a company's own network knows. */
function isInside(host: string): boolean {
  if (host.startsWith('[')) return /^\[(?:::1?\]|f[cde])/.test(host);
  if (!host.includes('.')) return true;
  if (/\.(?:local|localhost|internal|intranet|intra|corp|lan|home|private|test)$/.test(host))
    return true;
  return /^(?:10|127|0)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.[\d.]+$/.test(host);
}
