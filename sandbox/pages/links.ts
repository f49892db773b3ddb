import { type Html, type HtmlValue, html } from './html.ts';

/** An address of the web that a text names; `null` for anything else, `javascript:` among it. */
export function webAddress(address: string): string | null {
  const url = URL.parse(address.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A path on the same host, with each part encoded. */
export function pathOf(...parts: readonly (string | number)[]): string {
  return `/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

/** A link that a text has given; the label alone where it leads nowhere that is opened. */
export function linkTo(address: string, label: HtmlValue): Html {
  const href = webAddress(address);
  if (href === null) return html`${label}`;
  return html`<a href="${href}" rel="nofollow noopener noreferrer">${label}</a>`;
}
