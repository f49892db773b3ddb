import * as z from 'zod';
import type { SourceText } from '../../../ports/records/person.ts';
import { orNull } from '../../shared/lenient-schema.ts';

interface WrittenText {
  readonly raw: string | null;
  readonly markup: string | null;
  readonly html: string | null;
}

const part = orNull(z.string());

/** A bare text, or its raw form, markup and HTML, each of which may be missing. */
export const writtenText = orNull(
  z.union([
    z.string().transform((raw): WrittenText => ({ raw, markup: null, html: null })),
    z.object({ raw: part, markup: part, html: part }),
  ]),
);

/** Takes each part from the first form that has it. */
export function textOf(...forms: readonly (WrittenText | null)[]): SourceText {
  const first = (key: keyof WrittenText): string | null =>
    forms.find((form) => typeof form?.[key] === 'string')?.[key] ?? null;
  const raw = first('raw');
  if (raw !== null) return { raw, markup: markupOf(first('markup')) };
  // Without the raw text the rendered form is kept as it is.
  const html = first('html');
  return html === null ? { raw: '', markup: 'markdown' } : { raw: html, markup: 'plaintext' };
}

/** Default: Markdown; an unknown language counts as plain text. */
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
