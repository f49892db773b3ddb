import type { ArrivingRequest } from '../../../sandbox/network/faults.ts';
import type { Clock } from '../../../src/core/kernel/clock.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';
import type { Finding } from '../census/finding.ts';

export interface SweepPlace extends Workplace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** How many repositories the plan has. */
  readonly planned: number;
  /** Requests that come as writes of a migration, and are none. */
  readonly ignores: (request: ArrivingRequest) => boolean;
  /** Compares both hosts. */
  takeCensus(): readonly Finding[];
  /** The command that is killed, and run again until it has come to its end. */
  readonly migrate: readonly string[];
}
