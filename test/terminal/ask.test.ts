import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startInTerminal, terminalProblem } from '../helpers/terminal/terminal.ts';

const problem = terminalProblem();
const fixture = fileURLToPath(new URL('fixtures/asking.ts', import.meta.url));

it.skipIf(problem !== null)(
  `waits for an answer after a screen has let go of the terminal${problem === null ? '' : ` (${problem})`}`,
  async () => {
    const shell = `exec ${process.execPath} ${fixture}`;
    const program = startInTerminal([], { cwd: process.cwd(), shell });
    await program.until('waits');
    expect(program.lines().join('\n')).toContain('it waits');
    program.type('Robin\r');
    await program.until('answered Robin');
    expect(await program.ended).toBe(0);
  },
);
