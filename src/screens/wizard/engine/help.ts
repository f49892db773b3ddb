import { type Binding, helpLines } from '../../../ui/keys/keymap.ts';
import { type Line, line } from '../../../ui/text/line.ts';
import { wrap } from '../../../ui/text/wrap.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import { type BodySize, shownStep, type Wizard } from './step.ts';

/** Returns what the screen is for, and all of its keys. */
export function helpOf<Known>(
  wizard: Wizard<Known>,
  options: BodySize & { readonly glyphs: Glyphs; readonly bindings: readonly Binding[] },
): readonly Line[] {
  const { context, definition } = wizard;
  const { bindings, width } = options;
  const state = context.store.getState();
  const about = wrap(shownStep(definition, state).about(state), width);
  return [
    ...about.map((text) => line(text)),
    [],
    line(['title', 'Keys']),
    ...helpLines(bindings, options),
  ];
}
