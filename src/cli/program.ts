import { hostname, tmpdir } from 'node:os';
import { targetNaming } from '../core/app/target-naming.ts';
import type { CommandProgram } from '../core/commands/command-program.ts';
import { systemClock } from '../core/kernel/clock.ts';
import { Redactor } from '../core/kernel/redact.ts';
import { createTelemetry } from '../core/telemetry/telemetry.ts';
import { terminalAsk } from './process/ask.ts';
import { guardedOutput } from './process/guarded-output.ts';
import { createIsProcessAlive } from './process/is-process-alive.ts';
import { readInput } from './process/read-input.ts';
import type { Signals } from './process/signals.ts';
import { version } from './version.ts';
import { liveViews } from './views/live-view.ts';
import { wizardView } from './views/wizard-view.ts';

/** The world of this process, for a command. */
export function createProgram(signals: Omit<Signals, 'stopWatching'>): CommandProgram {
  const redactor = new Redactor();
  const ask = terminalAsk(signals.drain);
  const stderr = guardedOutput(process.stderr, redactor);
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
    kill: (pid, signal) => {
      process.kill(pid, signal);
    },
    hostname: hostname(),
    isProcessAlive: createIsProcessAlive(process.platform),
    ask,
    readInput,
    ...liveViews(redactor),
    showWizard: wizardView(redactor, ask),
    async openApp(options) {
      const { createApp } = await import('../core/app/create-app.ts');
      return createApp(options);
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
    temporaryFolder: tmpdir(),
    drain: signals.drain,
    stop: signals.stop,
    interrupt: signals.interrupt,
  };
}

/**
 * The variables of this process. Two are taken out of it, because Node would go by them itself: one would switch off the
 * verification of certificates, the other replaces the system's authorities where it is to add to them.
 */
function takeEnvironment(): CommandProgram['environment'] {
  const environment = { ...process.env };
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  delete process.env.SSL_CERT_FILE;
  return environment;
}
