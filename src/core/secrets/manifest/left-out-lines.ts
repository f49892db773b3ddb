import { safe } from '../../kernel/format/terminal-text.ts';
import type { Targeted } from '../state/target-places.ts';

/**
 * What of a manifest is left undone because the plan does not have it: a warning where secrets are wanted for it. Pure.
 */
export function leftOutLines({
  leftOut,
  missed,
}: Pick<Targeted, 'leftOut' | 'missed'>): readonly string[] {
  const others = leftOut.filter((one) => !missed.includes(one));
  return [
    ...line(
      'warning  The manifest wants secrets for repositories that the plan does not have',
      missed,
    ),
    ...line('Left out, because the plan does not have them', others),
  ];
}

function line(words: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 10).map(safe).join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return [`${words}: ${shown}${more}`];
}
