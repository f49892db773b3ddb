import { type Html, html, nothing } from '../html.ts';

/** Elements that a text may have, each without attributes. */
const elements: Readonly<Record<string, { readonly open: Html; readonly close: Html }>> = {
  details: { open: html`<details>`, close: html`</details>` },
  summary: { open: html`<summary>`, close: html`</summary>` },
  sub: { open: html`<sub>`, close: html`</sub>` },
  sup: { open: html`<sup>`, close: html`</sup>` },
  kbd: { open: html`<kbd>`, close: html`</kbd>` },
  b: { open: html`<b>`, close: html`</b>` },
  i: { open: html`<i>`, close: html`</i>` },
  em: { open: html`<em>`, close: html`</em>` },
  strong: { open: html`<strong>`, close: html`</strong>` },
};

const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z]+)\s*\/?>/gi;

/** Reads pieces of HTML one after another: known tags count, comments are gone, and everything else is text. */
export function createTags() {
  const open: string[] = [];

  function tag(isEnd: boolean, name: string): Html | null {
    const element = elements[name];
    if (name === 'br') return html`<br>`;
    if (element === undefined) return null;
    if (!isEnd) {
      open.push(name);
      return element.open;
    }
    if (open.at(-1) !== name) return nothing;
    open.pop();
    return element.close;
  }

  return {
    read(text: string): Html {
      const parts: Html[] = [];
      let at = 0;
      for (const match of text.matchAll(token)) {
        const [whole, slash, name] = match;
        const found = name === undefined ? nothing : tag(slash === '/', name.toLowerCase());
        parts.push(html`${text.slice(at, match.index)}${found ?? whole}`);
        at = match.index + whole.length;
      }
      return html`${parts}${text.slice(at)}`;
    },
    /** Ends what is still open. */
    end(): Html {
      return html`${open.reverse().map((name) => elements[name]?.close)}`;
    },
  };
}
