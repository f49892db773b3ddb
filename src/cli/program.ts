import { hostname, tmpdir } from 'node:os';
import { systemClock } from '../core/clock.ts';
import type { Program } from '../core/program.ts';
import { Redactor } from '../core/redact.ts';
import { terminalAsk } from './ask.ts';
import { guardedOutput } from './guarded-output.ts';
import { liveViews } from './live-view.ts';
import type { Signals } from './signals.ts';
import { version } from './version.ts';
import { wizardView } from './wizard-view.ts';

/** The world of this process, for a command. */
export function createProgram(signals: Omit<Signals, 'stopWatching'>): Program {
  const redactor = new Redactor();
  const ask = terminalAsk(signals.drain);
  return {
    version,
    environment: process.env,
    stdout: guardedOutput(process.stdout, redactor),
    stderr: guardedOutput(process.stderr, redactor),
    redactor,
    clock: systemClock,
    random: Math.random,
    pid: process.pid,
    kill: (pid, signal) => {
      process.kill(pid, signal);
    },
    hostname: hostname(),
    isProcessAlive,
    ask,
    ...liveViews(redactor),
    showWizard: wizardView(redactor, ask),
    platform: process.platform,
    temporaryFolder: tmpdir(),
    drain: signals.drain,
    stop: signals.stop,
    interrupt: signals.interrupt,
  };
}

/** Signal 0 reaches a living process or is not permitted to: either way it lives. */
function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
