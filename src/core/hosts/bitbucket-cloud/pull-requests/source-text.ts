import * as z from 'zod';
import type { SourceText } from '../../../ports/records/person.ts';

interface WrittenText {
  readonly raw: string | null;
  readonly markup: string | null;
  readonly html: string | null;
}

const part = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** A text in one of its forms: bare, or with its raw form, markup and HTML; each of them may be missing. */
export const writtenText = z
  .union([
    z.string().transform((raw): WrittenText => ({ raw, markup: null, html: null })),
    z.object({ raw: part, markup: part, html: part }),
  ])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** One text out of several forms of it: what the first has that has it. */
export function textOf(...forms: readonly (WrittenText | null)[]): SourceText {
  const first = (key: keyof WrittenText): string | null =>
    forms.find((form) => typeof form?.[key] === 'string')?.[key] ?? null;
  const raw = first('raw');
  if (raw !== null) return { raw, markup: markupOf(first('markup')) };
  // What the author wrote is not told: the rendered form is shown as it is rather than lost.
  const html = first('html');
  return html === null ? { raw: '', markup: 'markdown' } : { raw: html, markup: 'plaintext' };
}

/** Markdown unless said otherwise; a language that nobody knows is left as it is written. */
function markupOf(markup: string | null): SourceText['markup'] {
  switch (markup?.toLowerCase() ?? '') {
    case '':
    case 'markdown':
      return 'markdown';
    case 'creole':
      return 'creole';
    default:
      return 'plaintext';
  }
}
