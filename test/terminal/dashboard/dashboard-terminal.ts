import { afterEach, beforeEach, describe } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { showingTerminal } from '../../helpers/terminal/manners.ts';
import {
  startInTerminal,
  type TerminalOptions,
  terminalProblem,
} from '../../helpers/terminal/terminal.ts';
import { startHere } from '../../helpers/terminal/terminal-here.ts';

const problem = terminalProblem();
export const ctrlC = '\u0003';
export const slugs = ['one', 'two', 'three'] as const;
const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];

/** A new place for each test of a file. */
export let place: Workplace;

/** Tests in a terminal, each with a place of its own; none where this machine has no terminal for them. */
export function describeInTerminal(name: string, tests: () => void): void {
  describe.skipIf(problem !== null)(`${name}${problem === null ? '' : ` (${problem})`}`, () => {
    beforeEach(async () => {
      place = await openWorkplace();
    });
    afterEach(async () => {
      await place[Symbol.asyncDispose]();
    });
    tests();
  });
}

/** With no more repositories than a test is about: each takes a dozen processes of git. */
export async function start(
  repositories: readonly string[],
  args: readonly string[] = [],
  options: Partial<Omit<TerminalOptions, 'shell'>> = {},
) {
  await addRepositories(place, ...repositories);
  return startHere([...migrate, ...args], inPlace(options));
}

/** The built program, at a real terminal. */
export async function startAlone(
  repositories: readonly string[],
  args: readonly string[] = [],
  options: Partial<TerminalOptions> = {},
) {
  await addRepositories(place, ...repositories);
  return startInTerminal([...migrate, ...args], inPlace({ shell: showingTerminal, ...options }));
}

function inPlace(options: Partial<TerminalOptions>): TerminalOptions {
  const environment = {
    ...place.sandbox.environment,
    LANG: 'en_US.UTF-8',
    ...options.environment,
  };
  return { cwd: place.folder, ...options, environment };
}

/** The next repository that is made is refused. */
export function refuseOne(): void {
  const body = '{"message":"Validation Failed","errors":[{"message":"not today"}]}';
  const action = { kind: 'status', status: 422, body } as const;
  place.sandbox.faults.add({ host: 'github', method: 'POST', path: /\/repos$/, action });
}

/** How often a line stands on the terminal that begins so. */
export function count(lines: readonly string[], beginning: string): number {
  return lines.filter((line) => line.startsWith(beginning)).length;
}
