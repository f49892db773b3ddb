import { closeSync, openSync } from 'node:fs';
import { destination, pino } from 'pino';
import { MigratorError } from '../errors.ts';
import type { LogLevel, TimedEvent } from '../events.ts';
import { withIsoTimes } from './iso-times.ts';
import { snakeCaseKeys } from './json.ts';

export interface LogFile {
  write(event: TimedEvent): void;
  close(): void;
}

/**
 * Writes every event, one JSON object a line, to a file that only its owner can read. Events come redacted.
 * @throws `usage` if the file cannot be written
 */
export function openLogFile(path: string): LogFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'a', 0o600);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new MigratorError(
      'usage',
      `The log file ${path} cannot be written (${code ?? 'unknown reason'})`,
      {
        hint: 'Check that its folder exists and that you may write there.',
        cause: error,
      },
    );
  }
  const logger = pino({ level: 'trace', base: null }, destination({ fd: descriptor, sync: true }));
  return {
    write(event) {
      logger[levelOf(event)](snakeCaseKeys(withIsoTimes(event)));
    },
    close() {
      closeSync(descriptor);
    },
  };
}

function levelOf(event: Omit<TimedEvent, 'at'>): LogLevel {
  if (event.type === 'log') return (event as Extract<TimedEvent, { type: 'log' }>).level;
  if (event.type === 'step-progress') return 'trace';
  return event.type === 'repository-warning' ? 'warn' : 'info';
}
