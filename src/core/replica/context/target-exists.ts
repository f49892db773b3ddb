import { MigratorError } from '../../kernel/errors.ts';

/** @param text.why what follows the name; `text.hint` what to do next */
export function targetExists(
  { targetFullName, target }: { targetFullName: string; target: { readonly hostname: string } },
  { why = '', hint }: { why?: string; hint: string },
): MigratorError {
  const message = `Repository already exists: ${targetFullName} on ${target.hostname}${why}`;
  return new MigratorError('target-exists', message, { hint });
}

/** For a name which now leads to another repository than the one to be replaced. */
export function notConfirmed(
  where: { readonly targetFullName: string; readonly target: { readonly hostname: string } },
  why = '',
): MigratorError {
  const hint = 'It is not the one that you confirmed. Check it, and run again.';
  return targetExists(where, { why, hint });
}
