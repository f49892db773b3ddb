import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ansiOf } from '../../../scripts/pictures/ansi.ts';
import { moment } from '../../../scripts/pictures/moment.ts';
import { neutralScreen } from '../../../scripts/pictures/neutral.ts';
import { type PictureName, recordingOf } from '../../../scripts/pictures/pictures.ts';
import { readScreen, type Screen, textOf } from '../../../scripts/pictures/screen.ts';
import type { TerminalProgram } from './terminal.ts';

/** The scenes of the demo that become pictures. */
const pictured: Readonly<Record<string, PictureName>> = {
  repositories: 'selection',
  review: 'review',
  dashboard: 'dashboard',
  result: 'result',
};

/** Keeps a screen with its colours for `npm run pictures`, which asks for it; otherwise nothing is written. */
export async function keepPicture(
  program: TerminalProgram,
  scene: string,
  shown?: Screen,
): Promise<void> {
  const name = pictured[scene];
  if (name === undefined || process.env.MIGRATOR_RECORD_PICTURES === undefined) return;
  const screen = shown ?? (await program.when((terminal) => readScreen(terminal)));
  const path = recordingOf(name);
  mkdirSync(dirname(path), { recursive: true });
  // What is done stands above a dashboard.
  const seen = name === 'dashboard' ? screen : fromFrame(screen);
  writeFileSync(path, ansiOf(neutralScreen(seen)));
}

/** Of all frames of the run the one that shows most of what a dashboard is for. */
export async function busiestMoment(program: TerminalProgram): Promise<Screen> {
  let best: { readonly screen: Screen; readonly shows: number } | null = null;
  return program.when((terminal) => {
    const screen = readScreen(terminal);
    const rows = screen.map(textOf);
    const shows = moment(rows);
    if (shows > (best?.shows ?? 0)) best = { screen, shows };
    return rows.some((row) => row.startsWith('Completed')) ? (best?.screen ?? screen) : null;
  });
}

/** Without what was said above it before. */
function fromFrame(screen: Screen): Screen {
  const above = /\.\.\.$|^(mig_\w+ {2}14|done {2})/;
  return screen.slice(screen.findLastIndex((row) => above.test(textOf(row))) + 1);
}
