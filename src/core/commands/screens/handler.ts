import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import type { HandlerInput } from '../command-program.ts';
import type { DrawScreens, LookName } from './draw-screens.ts';

interface ScreensFlags {
  readonly size: string | undefined;
  readonly look: LookName | undefined;
  readonly name: string | undefined;
  readonly json: boolean;
}

/** `migrator screens`: draws every state of every screen. @throws `usage` for a malformed size */
export async function runScreens(
  { flags, program }: HandlerInput<ScreensFlags>,
  loadDrawing: () => Promise<DrawScreens>,
): Promise<ExitCode> {
  const { size = '80x24', look = 'dark', name = '', json } = flags;
  const drawScreens = await loadDrawing();
  for await (const drawn of drawScreens({ size: sizeOf(size), look, name })) {
    program.stdout.write(
      json
        ? jsonLine({ type: 'screen', ...drawn, size, look })
        : `--- ${drawn.name} (${size}, ${look})\n${drawn.text}\n`,
    );
  }
  return exitCodes.done;
}

/** Reads `80x24`. Pure. */
function sizeOf(text: string): { readonly columns: number; readonly rows: number } {
  const [, columns, rows] = /^(\d{1,3})x(\d{1,3})$/.exec(text) ?? [];
  if (columns !== undefined && rows !== undefined)
    return { columns: Number(columns), rows: Number(rows) };
  throw new MigratorError('usage', `--size takes COLUMNSxROWS, not ${text}`, {
    hint: 'Give columns and rows, for example 80x24.',
  });
}
