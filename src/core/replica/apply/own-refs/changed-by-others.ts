import { othersHint } from '../../../git/errors/push-rejection.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import { refText } from '../../diff/refs/plan-refs.ts';

const mostNamed = 3;

/**
 * For refs of the target that hold what this migration has not put there.
 * @param refs full names
 */
export function changedByOthers(
  { targetFullName }: { readonly targetFullName: string },
  refs: readonly string[],
): MigratorError {
  const named = refs.slice(0, mostNamed).map(refText).join(', ');
  const more = refs.length > mostNamed ? ` and ${refs.length - mostNamed} more` : '';
  const what = `${count(refs.length, 'ref')} of ${targetFullName} changed on GitHub: ${named}${more}`;
  return new MigratorError('refused', what, { hint: othersHint });
}
