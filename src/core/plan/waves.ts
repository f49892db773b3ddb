import { MigratorError } from '../kernel/errors.ts';
import type { Plan } from './plan-schema.ts';

/**
 * Slugs of the repositories of one wave.
 * @throws `usage` where the plan has no such wave
 */
export function slugsOfWave(plan: Pick<Plan, 'repositories'>, wave: number): ReadonlySet<string> {
  const slugs = plan.repositories.flatMap((one) => (one.wave === wave ? [one.source] : []));
  if (slugs.length > 0) return new Set(slugs);
  const waves = new Set(plan.repositories.flatMap((one) => one.wave ?? []));
  const known = [...waves].sort((a, b) => a - b).join(', ');
  throw new MigratorError('usage', `The plan has no wave ${wave}`, {
    hint:
      waves.size === 0
        ? 'Add a wave to repositories in the plan: "wave": 1'
        : `Its waves are ${known}.`,
  });
}
