import type { Binding } from '../../../../ui/keys/keymap.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import { back, examine } from '../../engine/navigation.ts';
import type { BodySize, Hands } from '../../engine/step.ts';
import { doctorLines } from './view.ts';

export function doctorKeys(hands: Hands, size: BodySize): readonly Binding[] {
  const { store } = hands;
  const most = () => {
    const room = { width: size.width, glyphs: glyphsOf({}) };
    return Math.max(0, doctorLines(store.getState().doctor, room).length - size.height);
  };
  const scroll = (by: number) => () =>
    store.dispatch({ type: 'doctor', action: { type: 'scroll', by, most: most() } });
  return [
    { keys: ['enter'], label: 'back', help: 'Back to the beginning', run: () => back(hands) },
    { keys: ['down'], label: 'more', help: 'Further down', run: scroll(1) },
    { keys: ['up'], help: 'Further up', run: scroll(-1) },
    { keys: ['pagedown', 'space'], help: 'A page down', run: scroll(size.height - 1) },
    { keys: ['pageup'], help: 'A page up', run: scroll(1 - size.height) },
    { keys: ['r'], label: 'check again', help: 'Check again', run: () => examine(hands) },
  ];
}
