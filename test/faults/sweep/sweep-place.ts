import type { Clock } from '../../../src/core/kernel/clock.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';

export interface SweepPlace extends Workplace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** How many repositories the plan has. */
  readonly planned: number;
  /** The command that is killed, and run again until it has come to its end. */
  readonly migrate: readonly string[];
}
