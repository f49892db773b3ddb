import { type Html, html } from './html.ts';

/** A moment by the minute, in UTC; of anything that is no date nothing. */
export function timeOf(at: string | number | Date | null): Html | null {
  const date = at === null ? null : new Date(at);
  if (date === null || Number.isNaN(+date)) return null;
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}\u00a0UTC</time>`;
}
