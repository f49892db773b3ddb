import { hostname, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { targetNaming } from '../core/app/target-naming.ts';
import type { CommandProgram } from '../core/commands/command-program.ts';
import { systemClock } from '../core/kernel/clock.ts';
import { foldingOutput } from '../core/kernel/fold-lines.ts';
import { Redactor } from '../core/kernel/redact.ts';
import type { TaskbarProgress } from '../core/report/run/taskbar.ts';
import { createTelemetry } from '../core/telemetry/telemetry.ts';
import { canAskInLines } from '../ui/terminal/mode.ts';
import { createTaskbarProgress, showsTaskbarProgress } from '../ui/terminal/taskbar-progress.ts';
import { createTerminalFocus } from '../ui/terminal/terminal-focus.ts';
import { guardedOutput } from './process/guarded-output.ts';
import { createIsProcessAlive } from './process/is-process-alive.ts';
import { processEnvironment } from './process/process-environment.ts';
import type { Signals } from './process/signals.ts';
import { readInput, terminalAsk } from './process/terminal-input.ts';
import { version } from './version.ts';
import { terminalViews } from './views.ts';

/** Returns what a command gets of this process. */
export function createProgram(signals: Omit<Signals, 'stopWatching'>): CommandProgram {
  const redactor = new Redactor();
  const ask = terminalAsk(process, signals);
  // For people alone: a terminal would break its lines within words.
  const stderr = foldingOutput(guardedOutput(process.stderr, redactor));
  const here = processEnvironment();
  const focus = createTerminalFocus();
  return {
    version,
    runtime: process.versions.node,
    environment: takeEnvironment(),
    stdout: guardedOutput(process.stdout, redactor),
    stderr,
    redactor,
    clock: systemClock,
    random: Math.random,
    pid: process.pid,
    uid: process.geteuid?.() ?? null,
    kill: (pid, signal) => {
      process.kill(pid, signal);
    },
    hostname: hostname(),
    isProcessAlive: createIsProcessAlive(process.platform),
    ask,
    readInput,
    ...terminalViews(here, { redactor, ask, focus }),
    isFocused: focus.isFocused,
    taskbar: taskbarOf(here, signals),
    async openApp(options) {
      const { createApp } = await import('../core/app/create-app.ts');
      return createApp(options);
    },
    async openStore(options) {
      const { openStore } = await import('../core/app/open-store.ts');
      return openStore(options);
    },
    naming: targetNaming,
    platform: process.platform,
    telemetry: createTelemetry({
      machine: {
        version,
        node: process.versions.node,
        platform: process.platform,
        architecture: process.arch,
      },
      clock: systemClock,
      say: (line) => stderr.write(`${line}\n`),
    }),
    log: null,
    temporaryFolder: resolve(tmpdir()),
    drain: signals.drain,
    stop: signals.stop,
    interrupt: signals.interrupt,
  };
}

/** The progress in the terminal's taskbar, gone with the process; `null` where the terminal has none. */
function taskbarOf(
  here: ReturnType<typeof processEnvironment>,
  { stop }: Pick<Signals, 'stop'>,
): TaskbarProgress | null {
  if (!canAskInLines(here) || !showsTaskbarProgress(here.environment)) return null;
  const { stderr } = here;
  const taskbar = createTaskbarProgress((text) => stderr.write(text));
  const end = () => taskbar.end();
  process.on('exit', end);
  stop.addEventListener('abort', end, { once: true });
  return taskbar;
}

/**
 * The variables of this process. Two are removed from it because Node itself reads them: one switches off the
 * verification of certificates, the other replaces the system's authorities, where it should add to them. Git runs in
 * other folders: the temporary one gets its whole path.
 */
function takeEnvironment(): CommandProgram['environment'] {
  const { TMPDIR } = process.env;
  const environment = { ...process.env, ...(TMPDIR && { TMPDIR: resolve(TMPDIR) }) };
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  delete process.env.SSL_CERT_FILE;
  return environment;
}
