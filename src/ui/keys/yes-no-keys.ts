import type { Binding } from './keymap.ts';

type Answer = Pick<Binding, 'help' | 'run'>;

/** The keys of a question that takes a yes or a no. */
export function yesNoKeys({
  yes,
  no,
}: {
  /** `label`: the action, where the question does not name it. */
  readonly yes: Answer & { readonly label?: string };
  /** `also`: further keys that say no. */
  readonly no: Answer & { readonly also?: readonly string[] };
}): readonly Binding[] {
  const { also = [], ...refuse } = no;
  return [
    { keys: ['y'], label: 'yes', ...yes },
    { keys: ['esc', 'n', ...also], label: 'no', ...refuse },
  ];
}
