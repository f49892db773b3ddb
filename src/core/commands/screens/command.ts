import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { type DrawScreens, looks } from './draw-screens.ts';

/** @param loadDrawing loads what draws, which the core does not know */
export const screensCommand = (loadDrawing: () => Promise<DrawScreens>) =>
  defineCommand({
    name: 'screens',
    isHidden: true,
    summary: 'Draw every state of every screen, for review',
    description: ['Draws each screen with sample data, for reviews, tests and screenshots.'],
    flags: {
      size: { kind: 'string', value: 'CxR', summary: 'Columns and rows (default: 80x24)' },
      look: { kind: 'choice', choices: looks, summary: 'Colors and symbols (default: dark)' },
      name: { kind: 'string', value: 'text', summary: 'Only states with this text in their name' },
      ...commonFlags,
    },
    examples: ['migrator screens --size 120x40 --look light --name dashboard'],
    run: async (invocation) => (await import('./handler.ts')).runScreens(invocation, loadDrawing),
  });
