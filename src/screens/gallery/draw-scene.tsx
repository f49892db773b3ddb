import { renderToString } from 'ink';
import type { Size } from '../../ui/hooks/use-viewport.ts';
import { UiProvider } from '../../ui/theme/ui-context.tsx';
import type { Look } from './looks.ts';
import type { Scene } from './scenes/scene.ts';

/** Draws a scene as its screen would stand on a terminal. @returns rows with escape sequences for colours and weight */
export async function drawScene(
  scene: Scene,
  { size, look }: { readonly size: Size; readonly look: Look },
): Promise<string> {
  const screen = await scene.open(size);
  return renderToString(<UiProvider ui={{ ...look, size }}>{screen}</UiProvider>, {
    columns: size.columns,
  });
}
