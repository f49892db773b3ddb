import type { Query } from '../../../kernel/base-url.ts';

/** The longest page; the default is ten rows. */
const longestPage = 100;
export const defaultPageLength = 10;

/** A form of query for a page of variables; the host answers 400 to those that it does not accept. */
export interface VariableForm {
  readonly hasPageLength: boolean;
  readonly fields: string | null;
}

/**
 * In the order of attempts. Where the host honors `fields`, values never leave it.
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

/** The last form has no parameters for the first page: some lists once failed with any. */
export function queryOf(form: VariableForm, page: number): Query {
  const isBare = form.fields === null && !form.hasPageLength;
  return {
    ...(form.hasPageLength ? { pagelen: longestPage } : {}),
    ...(isBare && page === 1 ? {} : { page }),
    ...(form.fields === null ? {} : { fields: form.fields }),
  };
}

/** The host's link, with `fields` added if missing. */
export function withFields(next: string, form: VariableForm): string {
  if (form.fields === null || !URL.canParse(next)) return next;
  const url = new URL(next);
  if (!url.searchParams.has('fields')) url.searchParams.set('fields', form.fields);
  return url.href;
}
