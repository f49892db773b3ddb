import { hostname } from 'node:os';
import { runCommandLine } from '../../../src/cli/main.ts';
import { createIsProcessAlive } from '../../../src/cli/process/is-process-alive.ts';
import { version } from '../../../src/cli/version.ts';
import { createApp } from '../../../src/core/app/create-app.ts';
import { openStore } from '../../../src/core/app/open-store.ts';
import { targetNaming } from '../../../src/core/app/target-naming.ts';
import type { CommandProgram } from '../../../src/core/commands/command-program.ts';
import { requireCredentialChannel } from '../../../src/core/git/process/credential-check.ts';
import { detectPrograms, type Programs } from '../../../src/core/git/process/programs.ts';
import { systemClock } from '../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../src/core/kernel/redact.ts';
import { allAuthorities } from '../../../src/core/network/tls-proxy/certificates.ts';
import { reportOnFailure } from './report-on-failure.ts';
import { type Ended, environmentIn, type RunOptions } from './run-program.ts';

type Given = Pick<CommandProgram, 'environment' | 'temporaryFolder'> & Partial<CommandProgram>;

/** A program's world without a process of its own: nobody can be asked, and what it writes is kept. */
export function createProgramHere(given: Given) {
  const redactor = new Redactor();
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    isTerminal: false,
    write(text: string) {
      written[name] += redactor.text(text);
    },
  });
  const stop = new AbortController();
  const program: CommandProgram = {
    version,
    runtime: process.versions.node,
    stdout: output('stdout'),
    stderr: output('stderr'),
    redactor,
    clock: systemClock,
    random: Math.random,
    pid: process.pid,
    uid: process.geteuid?.() ?? null,
    hostname: hostname(),
    kill: (pid, signal) => {
      process.kill(pid, signal);
    },
    isProcessAlive: createIsProcessAlive(process.platform),
    platform: process.platform,
    ask: null,
    readInput: async () => '',
    openLiveView: null,
    openPhaseView: null,
    openWatchView: null,
    openResultView: null,
    showWizard: null,
    telemetry: null,
    openApp: (options) =>
      createApp(options, {
        detectPrograms: detectProgramsOnce,
        requireCredentialChannel: requireChannelOnce(options.program.environment.PATH),
        allAuthorities: onlyGiven,
      }),
    openStore,
    naming: targetNaming,
    log: null,
    interrupt: () => stop.abort(),
    drain: stop.signal,
    stop: stop.signal,
    ...given,
  };
  return { program, written, stop };
}

const detected = new Map<string | undefined, Promise<Programs>>();

/** On each PATH once: every command would ask git and git-lfs for their versions, with four processes. */
const detectProgramsOnce: typeof detectPrograms = ({ environment }) => {
  const programs = detected.get(environment.PATH) ?? detectPrograms({ environment });
  detected.set(environment.PATH, programs);
  return programs;
};

const checked = new Set<string | undefined>();

/** On each PATH once: it takes four processes. What fails is checked again. */
function requireChannelOnce(path: string | undefined): typeof requireCredentialChannel {
  return async (options) => {
    if (checked.has(path)) return;
    await requireCredentialChannel(options);
    checked.add(path);
  };
}

/** Each process of git reads the authorities again, which takes 0.1 s for those of the system. */
const onlyGiven: typeof allAuthorities = (given) =>
  given.length > 0 ? given : allAuthorities(given);

/**
 * Runs a command line in this process, through the entry that the program itself has, with the folder as the one that it
 * stands in. What a process is of its own (signals, its environment, how it ends) has to be tried with `runProgram`.
 */
export async function runHere(
  args: readonly string[],
  options: Pick<RunOptions, 'cwd' | 'environment'>,
): Promise<Ended> {
  const environment = environmentIn(options);
  const temporaryFolder = environment.TMPDIR ?? '/tmp';
  const { program, written } = createProgramHere({ environment, temporaryFolder });
  reportOnFailure(args, () => `${written.stderr}\n${written.stdout}`);
  using _folder = standIn(options.cwd);
  const code = await runCommandLine(args, program);
  return { code, ...written };
}

/** Where this process stands while programs run in it: a process has one folder, so they share it. */
const entered = { before: '', folder: '', programs: 0 };

/** @throws where other programs stand in another folder now */
export function standIn(folder: string): Disposable {
  if (entered.programs === 0) Object.assign(entered, { before: process.cwd(), folder });
  if (folder !== entered.folder) throw new Error(`this process stands in ${entered.folder}`);
  entered.programs += 1;
  process.chdir(folder);
  return {
    [Symbol.dispose]() {
      entered.programs -= 1;
      if (entered.programs === 0) process.chdir(entered.before);
    },
  };
}
