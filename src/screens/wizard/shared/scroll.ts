import type { Binding } from '../../../ui/keys/keymap.ts';

/** Keys that scroll a body which may be higher than the screen. */
export function scrollKeys(height: number, scroll: (by: number) => void): readonly Binding[] {
  return [
    { keys: ['down'], label: 'more', help: 'Further down', run: () => scroll(1) },
    { keys: ['up'], help: 'Further up', run: () => scroll(-1) },
    { keys: ['pagedown', 'space'], help: 'A page down', run: () => scroll(height - 1) },
    { keys: ['pageup'], help: 'A page up', run: () => scroll(1 - height) },
  ];
}

/** @param options.most rows that are above when the last one is seen. Pure. */
export function scrolledBy(scrolled: number, options: { by: number; most: number }): number {
  return Math.max(0, Math.min(options.most, scrolled + options.by));
}
