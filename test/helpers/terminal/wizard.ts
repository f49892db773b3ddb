import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import type { Workplace } from '../program/workplace.ts';
import { startInTerminal, type TerminalOptions, type TerminalProgram } from './terminal.ts';
import { type ProgramHere, startHere } from './terminal-here.ts';

export const press = {
  enter: '\r',
  esc: '\u001b',
  down: '\u001b[B',
  up: '\u001b[A',
  pageDown: '\u001b[6~',
  right: '\u001b[C',
  left: '\u001b[D',
  space: ' ',
  ctrlC: '\u0003',
  ctrlE: '\u0005',
  ctrlP: '\u0010',
  ctrlN: '\u000e',
  ctrlQ: '\u0011',
  ctrlR: '\u0012',
  ctrlU: '\u0015',
};

type WizardOptions = Partial<TerminalOptions> & { readonly args?: readonly string[] };

/** The wizard against the hosts of a workplace, in this process. */
export function startWizard(
  place: Workplace,
  { args = [], ...options }: Omit<WizardOptions, 'shell'> = {},
): ProgramHere {
  return startHere(args, inPlace(place, options));
}

/** The same in the built program, at a terminal of its own. */
export function startWizardAlone(
  place: Workplace,
  { args = [], ...options }: WizardOptions = {},
): TerminalProgram {
  return startInTerminal(args, inPlace(place, options));
}

function inPlace(
  { folder, sandbox }: Workplace,
  { environment, ...more }: Partial<TerminalOptions>,
): TerminalOptions {
  return {
    cwd: folder,
    ...more,
    environment: { ...usersEnvironment(sandbox), LANG: 'en_US.UTF-8', ...environment },
  };
}

/** From the welcome to the list of repositories, with credentials that are in the environment. */
export async function toSelection(program: TerminalProgram): Promise<void> {
  await program.until('New migration');
  program.type(press.enter);
  await program.until('⏎ continue');
  program.type(press.enter);
  await program.until('⏎ read');
  program.type(press.enter);
  await program.until('selected');
}

/** From there to the options, which stand as they are. */
export async function toOptions(program: TerminalProgram): Promise<void> {
  program.type(press.enter);
  await program.until('Organization');
}

/** Moves down the options, one at a time, to the one of this name. */
export async function toOption(program: TerminalProgram, name: string): Promise<void> {
  const stands = () => program.lines().find((line) => line.startsWith('❯ '));
  for (let at = stands(); at?.startsWith(`❯ ${name}`) !== true; at = stands()) {
    program.type(press.down);
    await program.when(() => (stands() === at ? null : true));
  }
}

/** From the options to the end of the run. @returns the exit code */
export async function reviewAndRun(program: TerminalProgram): Promise<number> {
  program.type(press.enter);
  await program.until('Ready: ');
  program.type(press.enter);
  await program.until('Start the migration');
  program.type(press.down + press.enter);
  await program.until('q finish');
  program.type('q');
  return program.ended;
}

/** Every answer once its question stands there. */
export async function talk(
  program: TerminalProgram,
  ...answers: readonly (readonly [question: string, answer: string])[]
): Promise<void> {
  for (const [question, answer] of answers) {
    await program.until(question);
    program.type(`${answer}\r`);
  }
}

/**
 * Runs command lines as they stand on the screen; the first that fails ends it. A shell takes their words apart, and the commands
 * run in this process.
 */
export async function runLines(place: Workplace, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const print = `migrator() { printf '%s\\0' "$@"; }\n${line}`;
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', print], { cwd: place.folder });
    const { code, stderr } = await place.run(stdout.split('\0').slice(0, -1));
    if (code !== 0) throw new Error(`${line} ended with ${code}:\n${stderr}`);
  }
}
