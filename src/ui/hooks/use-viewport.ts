import { useWindowSize } from 'ink';
import { type Room, roomOf, type Size } from './viewport.ts';

/** What a screen may fill, and the size of the terminal; draws again when it is resized. */
export function useRoom(): Room & { readonly size: Size } {
  const size = useWindowSize();
  return { ...roomOf(size), size };
}
