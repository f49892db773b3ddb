import type { LookName } from '../../core/commands/screens/draw-screens.ts';
import { type Glyphs, glyphsOf } from '../../ui/theme/glyphs.ts';
import { type Theme, themeOf } from '../../ui/theme/theme.ts';

/** Colours and signs. */
export interface Look {
  readonly theme: Theme;
  readonly glyphs: Glyphs;
}

const unicode = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm-256color' });
const manyColors = { color: true, colorDepth: 24 } as const;

/** Pure. */
export function lookOf(name: LookName): Look {
  switch (name) {
    case 'dark':
    case 'light':
      return { theme: themeOf({ ...manyColors, background: name }), glyphs: unicode };
    case 'no-color':
      return { theme: themeOf({ color: false }), glyphs: unicode };
    case 'ascii':
      return { theme: themeOf({ color: false }), glyphs: glyphsOf({ LANG: 'C' }) };
  }
}
