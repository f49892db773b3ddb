import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleOptions } from '../../scripts/bundle/bundle-options.ts';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { expectRestored } from '../helpers/terminal/manners.ts';
import { startInTerminal, terminalProblem } from '../helpers/terminal/terminal.ts';

const problem = terminalProblem();
const fixture = fileURLToPath(new URL('fixtures/crashing.tsx', import.meta.url));

describe.skipIf(problem !== null)(
  `a screen that breaks${problem === null ? '' : ` (${problem})`}`,
  () => {
    let place: Workplace;
    let file: string;
    beforeAll(async () => {
      place = await openWorkplace();
      file = join(place.folder, 'crashing.mjs');
      await build({
        ...bundleOptions,
        entryPoints: [fixture],
        outdir: place.folder,
        outExtension: { '.js': '.mjs' },
      });
    });
    afterAll(async () => {
      await place[Symbol.asyncDispose]();
    });

    it.each([
      ['while it is drawn', 'draw', 3],
      ['by an error that nobody catches', 'uncaught', 1],
      ['by a promise that nobody catches', 'rejection', 1],
      ['by the end of the process', 'exit', 5],
    ])('%s leaves the terminal as it was', async (_, how, code) => {
      const program = startInTerminal([how], {
        cwd: place.folder,
        shell: `${process.execPath} ${file} "$@"; code=$?; stty -a; exit $code`,
      });
      await program.until('x breaks it');
      program.type('x');
      expect(await program.ended).toBe(code);
      expectRestored(program);
    });
  },
);
