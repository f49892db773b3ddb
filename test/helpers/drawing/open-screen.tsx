import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { type Rendered, renderScreen } from './render.tsx';

/** Draws a component until the test is over; `end` is what it reports with. */
export function openScreen(
  screen: (end: (value: string) => void) => ReactNode,
  size: { readonly columns?: number; readonly rows?: number } = {},
): Rendered<string> {
  const rendered = renderScreen<string>({ screen, ...size });
  onTestFinished(async () => {
    rendered.end('');
    await rendered.ended;
  });
  return rendered;
}
