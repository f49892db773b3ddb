import { join } from 'node:path';
import { runInTerminal, type TerminalProgram } from '../../scripts/terminal/run-in-terminal.ts';
import { againstNode } from '../against-node.ts';
import type { Part, Section } from '../document/section.ts';
import { startHostsProcess } from '../hosts/hosts-process.ts';
import { launcher, type ProcessEnvironment, say } from '../surroundings.ts';
import { measureKeys } from './keys.ts';

const listed = 5000;
const enter = '\r';

/** How soon the wizard is there, and how soon it answers with a company's repositories in its list. */
export const wizard: Section = {
  name: 'wizard',
  title: 'Wizard',
  measure: async (processEnvironment) => [await measureWizard(processEnvironment)],
};

const prose = `
The program in a terminal of 120 x 50, against hosts that list 5,000 repositories. The first screen is that of \`migrator\`: from the
command until the welcome can be read, as a multiple of \`node -e 0\`. Keys are pressed on the list of all 5,000, 50 of each kind, each 150 ms after the answer to the
one before. Each is timed from its being written to the terminal until the row that it changes stands on the screen; that the terminal
has to read the frame is part of it. A key that is held comes 30 ms after an answer: it may wait for the next frame, of which there are
ten a second and no more, and has no bound. Bounds belong to the medians.`;

async function measureWizard(processEnvironment: ProcessEnvironment): Promise<Part> {
  const { environment } = processEnvironment;
  await using hostsProcess = startHostsProcess(environment);
  say(`Hosts with ${listed} repositories ...`);
  const folder = join(processEnvironment.folder, 'wizard-hosts');
  const hosts = await hostsProcess.ask({ kind: 'start', folder, groups: [], listed });
  const started = () => startWizard(processEnvironment, hosts.environment);

  say('How soon the wizard is there ...');
  const start = await againstNode({
    name: 'time from the command to the first screen',
    ...{ bound: 20, rounds: 7, warmUps: 2, environment },
    async time() {
      const startedAt = performance.now();
      const program = started();
      await program.until('New migration');
      const milliseconds = performance.now() - startedAt;
      program.kill();
      await program.ended;
      return milliseconds;
    },
  });

  say(`How soon a key is answered with ${listed} repositories ...`);
  const program = started();
  try {
    await toSelection(program);
    return { prose, amounts: await measureKeys(program), figures: [start] };
  } finally {
    program.kill();
    await program.ended;
  }
}

function startWizard(
  { folder, environment }: ProcessEnvironment,
  hosts: Readonly<Record<string, string>>,
): TerminalProgram {
  return runInTerminal({
    command: process.execPath,
    args: [launcher],
    cwd: folder,
    environment: {
      ...environment,
      ...hosts,
      MIGRATOR_STATE_DIR: join(folder, 'wizard-state'),
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
    },
    columns: 120,
    rows: 50,
  });
}

/** With credentials that are in the environment, and the workspace that they see. */
async function toSelection(program: TerminalProgram): Promise<void> {
  for (const shown of ['New migration', '⏎ continue', '⏎ read']) {
    await program.until(shown);
    program.type(enter);
  }
  await program.until(`${number(listed)} of ${number(listed)} selected`);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
