import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { themeOf } from '../../../src/ui/theme/theme.ts';
import { UiProvider } from '../../../src/ui/theme/ui-context.tsx';

const ui = {
  theme: themeOf({ color: false }),
  glyphs: glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' }),
};

/** Returns what a component draws at first, at the 100 columns that the library has. */
export function drawn(node: ReactNode): string {
  const { lastFrame, unmount } = render(<UiProvider ui={ui}>{node}</UiProvider>);
  const frame = lastFrame() ?? '';
  unmount();
  return frame;
}
