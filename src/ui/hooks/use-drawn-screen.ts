import { useInsertionEffect } from 'react';
import { useUi } from '../theme/ui-context.tsx';

/**
 * Tells whether keys answer what a person sees: those that were typed before the current screen was drawn were for the
 * one before it.
 * @param screenOf names the current screen, also within a burst of keys
 */
export function useDrawnScreen(screenOf: () => string): () => boolean {
  const { drawn } = useUi();
  const screen = screenOf();
  // Before the frame of the same commit, and the reason for one where nothing else has changed.
  useInsertionEffect(() => drawn?.show(screen), [drawn, screen]);
  return () => drawn?.isDrawn(screenOf()) ?? true;
}
