import type { Query } from '../../../kernel/base-url.ts';

/** The longest page that the host takes; without being asked it gives ten rows. */
const longestPage = 100;
export const defaultPageLength = 10;

/** A way to ask for a page of variables, in the order in which they are tried: the host answers 400 to what it does not take. */
export interface VariableForm {
  readonly hasPageLength: boolean;
  readonly fields: string | null;
}

/**
 * Of a row nothing but these: where `fields` is honoured, values never leave the host.
 * @param row the fields of a row
 */
export function variableForms(row: readonly string[]): readonly VariableForm[] {
  const exact = ['size', 'next', 'page', 'pagelen', ...row.map((name) => `values.${name}`)].join();
  const long = { hasPageLength: true };
  const short = { hasPageLength: false };
  return [
    { ...long, fields: exact },
    { ...short, fields: exact },
    { ...long, fields: '-values.value' },
    { ...short, fields: '-values.value' },
    { ...short, fields: null },
  ];
}

/** The first page of the last form is asked for without a word: some of these lists once failed with any parameter. */
export function queryOf(form: VariableForm, page: number): Query {
  const isBare = form.fields === null && !form.hasPageLength;
  return {
    ...(form.hasPageLength ? { pagelen: longestPage } : {}),
    ...(isBare && page === 1 ? {} : { page }),
    ...(form.fields === null ? {} : { fields: form.fields }),
  };
}

/** A link of the host's own with the choice of fields that it has left out. */
export function withFields(next: string, form: VariableForm): string {
  if (form.fields === null || !URL.canParse(next)) return next;
  const url = new URL(next);
  if (!url.searchParams.has('fields')) url.searchParams.set('fields', form.fields);
  return url.href;
}
