import type { TextContext } from '../text-context.ts';
import { decoded, hostIn, hostOf, isOdd, isOnSource } from './address.ts';
import { isAttachment, leftAttachment, movedAttachment } from './attachments.ts';
import { moveAddress } from './move-address.ts';

/** What becomes of the address of a link. */
export type LinkRewrite =
  | { readonly kind: 'keep' }
  /** It leads to something that was moved. */
  | {
      readonly kind: 'move';
      readonly url: string;
      /** Where it leads to a pull request: its numbers, and how it is named in short. */
      readonly pullRequest: {
        readonly from: number;
        readonly to: number;
        readonly name: string;
      } | null;
    }
  /** GitHub would note the link at a foreign issue or pull request; `null`: there is no address that it ignores. */
  | { readonly kind: 'thread'; readonly url: string | null }
  /** It is none that a text may link by. */
  | { readonly kind: 'odd' };

const keep: LinkRewrite = { kind: 'keep' };
const thread = /^\/+[^/]+\/[^/]+\/(?:issues|pull|pulls|discussions)\/+\d/i;

export function rewriteLink(url: string, context: TextContext): LinkRewrite {
  if (isAttachment(url)) {
    const address = movedAttachment(url, context) ?? leftAttachment(url, context);
    if (address !== null) return { kind: 'move', url: address, pullRequest: null };
  }
  if (isOdd(url)) return { kind: 'odd' };
  const parsed = URL.parse(url, `${context.source.webUrl}/`);
  if (parsed === null) return keep;
  const isWeb = parsed.protocol === 'https:' || parsed.protocol === 'http:';
  // A relative address without a leading slash is relative to a page that we do not know.
  if (!isWeb || !/^(?:https?:|\/)/i.test(url)) return keep;
  if (isOnSource(parsed, context)) return sourceFate(url, parsed, context);
  const host = hostIn(parsed);
  const isGitHub = host === 'github.com';
  if (
    (isGitHub || host === hostOf(context.targetWebUrl)) &&
    thread.test(decoded(parsed.pathname))
  ) {
    // GitHub's own host for addresses that are not to be noted where they lead.
    return {
      kind: 'thread',
      url: isGitHub
        ? `https://redirect.github.com${parsed.pathname}${parsed.search}${parsed.hash}`
        : null,
    };
  }
  return keep;
}

function sourceFate(url: string, parsed: URL, context: TextContext): LinkRewrite {
  const moved = moveAddress(parsed, context);
  if (moved !== null) return { kind: 'move', ...moved };
  // What led to the source from its own pages has to name it elsewhere.
  return url.startsWith('/') ? { kind: 'move', url: parsed.href, pullRequest: null } : keep;
}
