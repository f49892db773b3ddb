import { decodeUri } from '../../kernel/base-url.ts';
import type { TextContext } from '../context/text-context.ts';

const schemes = new Set(['http', 'https', 'mailto', 'ftp', 'tel']);

/** No browser opens a longer one, and if a body were split inside it, its end would be parsed as text. */
const longest = 8_000;

/**
 * Tells whether an address must not be linked: it has a scheme such as `javascript:`, however disguised, or is too
 * long.
 */
export function isOdd(url: string): boolean {
  if (url.length > longest) return true;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(
    decodeUri(url).replace(/[\s\u0000-\u001f\u200b-\u200d]/g, ''),
  )?.[1];
  return scheme !== undefined && !schemes.has(scheme.toLowerCase());
}

/** Name and port: two hosts may differ only by their ports. */
export function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null ? null : hostIn(parsed);
}

export function hostIn({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Tells whether a page is the source's, by whichever of its addresses. */
export function isOnSource(parsed: URL, { source }: TextContext): boolean {
  return [source.webUrl, ...source.otherWebUrls].some((url) => hostOf(url) === hostIn(parsed));
}
