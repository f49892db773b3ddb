import { safe } from './terminal-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that a host sent, safe between tags and in a quoted attribute; what would reorder a line is made visible. */
export function html(text: string): string {
  return safe(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** The same for names: a browser may break them behind `_`, `/` and `.`. */
export function htmlName(text: string): string {
  return html(text).replace(/[_/.]+/g, '$&<wbr>');
}

/** A link where the address is one of the web, and the text alone where it is anything else. */
export function htmlLink(address: string | null, text: string): string {
  const href = address === null ? null : webAddress(address);
  if (href === null) return htmlName(text);
  return `<a href="${html(href)}" rel="noopener noreferrer">${htmlName(text)}</a>`;
}

function webAddress(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
