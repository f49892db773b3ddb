/** Describes what GitHub makes of a wished name, or why it refuses. */
export type NameResult =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly message: string };

const maxLength = 100;

/** Each run of characters other than letters, digits, `.`, `_` and `-` silently becomes one `-`. */
export function normaliseRepositoryName(wished: string): NameResult {
  const name = wished.replace(/[^A-Za-z0-9._-]+/gu, '-');
  if (name.length > maxLength) {
    return { ok: false, message: `name is too long (maximum is ${maxLength} characters)` };
  }
  if (name === '') return { ok: false, message: 'name is too short (minimum is 1 character)' };
  if (name === '.' || name === '..' || /\.(git|wiki)$/i.test(name)) {
    return { ok: false, message: 'name is reserved' };
  }
  return { ok: true, name };
}
