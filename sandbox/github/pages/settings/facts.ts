import { type Html, type HtmlValue, html } from '../../../pages/html.ts';

export type Fact = readonly [name: HtmlValue, value: HtmlValue];

/** A titled table of names and values; without rows it says so. */
export function factsPanel(title: HtmlValue, facts: readonly Fact[]): Html {
  const rows = facts.map(
    ([name, value]) =>
      html`<tr><th scope="row">${name}</th><td>${value === '' ? '—' : value}</td></tr>`,
  );
  const inside =
    rows.length === 0
      ? html`<p class="empty">None</p>`
      : html`<table class="facts"><tbody>${rows}</tbody></table>`;
  return html`<section class="panel"><h2>${title}</h2>${inside}</section>`;
}
