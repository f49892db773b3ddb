import type { Clock } from '../kernel/clock.ts';
import type { Variables } from '../kernel/environment.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import {
  count,
  nothingCounted,
  type TelemetryEnd,
  type TelemetryMachine,
  telemetryPayload,
} from './payload.ts';
import type { TelemetrySender } from './telemetry-sender.ts';

/** Milliseconds that the end of the program may wait for telemetry, all in all: 300 are promised. */
const patience = 250;

interface Opening {
  readonly endpoint: string;
  readonly variables: Variables;
  readonly stateFolder: string;
}

/** Counts while a command runs and sends what it came to at its end. Never throws, and is never waited for long. */
export interface Telemetry {
  readonly machine: TelemetryMachine;
  /** From now on there is somebody who wants to know; the first counts. */
  open(opening: Opening): void;
  /** A mistake in its settings, reported once: one command may read them several times. */
  warn(message: string): void;
  count(event: TimedEvent): void;
  /** @returns whether it was given up, so that something of it may still keep the process from ending */
  finish(end: TelemetryEnd): Promise<boolean>;
}

export function createTelemetry(options: {
  machine: TelemetryMachine;
  clock: Pick<Clock, 'sleep'>;
  /** A line for the person. */
  say: (line: string) => void;
}): Telemetry {
  const { machine, clock, say } = options;
  let opened: { readonly stateFolder: string; readonly ready: Promise<TelemetrySender> } | null =
    null;
  let counts = nothingCounted;
  let hasWarned = false;

  async function prepare({ endpoint, variables }: Opening): Promise<TelemetrySender> {
    const { prepareTelemetry } = await import('./telemetry-sender.ts');
    return prepareTelemetry({ endpoint, variables, userAgent: `migrator/${machine.version}` });
  }
  async function send(
    { stateFolder, ready }: NonNullable<typeof opened>,
    end: TelemetryEnd,
    signal: AbortSignal,
  ): Promise<void> {
    const { chooseInstallation } = await import('./telemetry-settings.ts');
    const sender = await ready;
    try {
      const installation = await chooseInstallation(stateFolder);
      const payload = telemetryPayload({ installation, machine, end, counts });
      const line = await sender.send(payload, signal);
      if (line !== null && !signal.aborted) say(line);
    } finally {
      await sender.close();
    }
  }

  return {
    machine,
    open(opening) {
      if (opened !== null) return;
      const ready = prepare(opening);
      // What cannot be made ready is no concern of the command.
      ready.catch(() => {});
      opened = { stateFolder: opening.stateFolder, ready };
    },
    warn(message) {
      if (!hasWarned) say(`warning  ${message}`);
      hasWarned = true;
    },
    count(event) {
      if (opened !== null) counts = count(counts, event);
    },
    async finish(end) {
      if (opened === null) return false;
      const over = new AbortController();
      const sleeping = new AbortController();
      const sent = send(opened, end, over.signal).catch(() => {});
      const isLate = await Promise.race([
        sent.then(() => false),
        clock.sleep(patience, sleeping.signal).then(
          () => true,
          () => false,
        ),
      ]);
      sleeping.abort();
      over.abort();
      return isLate;
    },
  };
}
