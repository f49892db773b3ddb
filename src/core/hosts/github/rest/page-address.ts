import * as z from 'zod';

/**
 * The address of a page as a host gives it: one of the web in plain characters, so that it stays one word wherever it is
 * written; empty where it is anything else. It is shown to people alone: scripts get addresses that we build ourselves.
 */
export const pageAddress = z.string().catch('').transform(plainAddress);

function plainAddress(text: string): string {
  // The parser itself would drop line feeds and tabs.
  if (/[\s\p{C}]/u.test(text)) return '';
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return '';
  return url.href.replace(/[^\w./:?#&=%~+@,-]/g, encodeURIComponent);
}
