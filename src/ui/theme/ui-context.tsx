import { createContext, type ReactNode, use } from 'react';
import type { DrawnScreen } from '../drawn-screen.ts';
import { type Glyphs, glyphsOf } from './glyphs.ts';
import { type Theme, themeOf } from './theme.ts';

interface Ui {
  readonly theme: Theme;
  readonly glyphs: Glyphs;
  /** The terminal shows OSC 8 links. */
  readonly hasLinks?: boolean;
  /** The screen that is on the terminal. */
  readonly drawn?: DrawnScreen;
  /** Columns and rows to draw for; left out: those of the terminal. */
  readonly size?: { readonly columns: number; readonly rows: number };
}

const UiContext = createContext<Ui>({ theme: themeOf({ color: false }), glyphs: glyphsOf({}) });

export function UiProvider(props: { ui: Ui; children: ReactNode }): ReactNode {
  return <UiContext value={props.ui}>{props.children}</UiContext>;
}

export function useUi(): Ui {
  return use(UiContext);
}
