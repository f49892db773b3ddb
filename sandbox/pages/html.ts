/** Text that is HTML already. Made by `html` alone, so that nothing else reaches a page unescaped. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** Joins the fixed parts of a template with its values, each escaped for a text or an attribute in double quotes. */
  static of(parts: TemplateStringsArray, values: readonly HtmlValue[]): Html {
    return new Html(
      parts.map((part, at) => part + (at < values.length ? shown(values[at]) : '')).join(''),
    );
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** A template of HTML. Attributes stand in double quotes; `null`, `undefined` and `false` show nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.of(parts, values);
}

export const nothing = html``;

function shown(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(shown).join('');
  return escaped(String(value));
}

/** Characters that turn text around, by which a name could pass for another. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .replace(controls, '\ufffd')
    .replace(turning, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`)
    .replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
