import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { type DrawScreens, looks } from './draw-screens.ts';

/** @param loadDrawing loads what draws, which the core does not know */
export const screensCommand = (loadDrawing: () => Promise<DrawScreens>) =>
  defineCommand({
    name: 'screens',
    isHidden: true,
    summary: 'Draw every state of every screen, to look at',
    description: ['Draws each screen from made-up data, for reviews, tests and pictures.'],
    flags: {
      size: { kind: 'string', value: 'CxR', summary: 'Columns and rows; 80x24 if left out' },
      look: { kind: 'choice', choices: looks, summary: 'Colours and signs; dark if left out' },
      name: { kind: 'string', value: 'text', summary: 'Only states whose name contains it' },
      ...commonFlags,
    },
    examples: ['migrator screens --size 120x40 --look light --name dashboard'],
    run: async (invocation) => (await import('./handler.ts')).runScreens(invocation, loadDrawing),
  });
