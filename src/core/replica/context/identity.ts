import { createHash } from 'node:crypto';
import type { Plan } from '../../plan/plan-schema.ts';

const idPattern = /^mig_[0-9a-z]{12}$/;

/**
 * A new identifier: `mig_`, eight characters of time and four of chance, so that a list sorted by it is in the
 * order of creation.
 * @param now milliseconds since 1970
 * @param random as Math.random
 */
export function newMigrationId(now: number, random: () => number): string {
  const time = Math.floor(now).toString(36).padStart(8, '0').slice(-8);
  const chance = Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `mig_${time}${chance}`;
}

export function isMigrationId(text: string): boolean {
  return idPattern.test(text);
}

/**
 * Returns the digest of what makes two plans the same migration: source, target and repositories; the options may
 * differ.
 * @param options.isExported archives in a folder are a migration of their own: they keep nobody from migrating the plan
 */
export function planDigest(plan: Plan, { isExported = false } = {}): string {
  const identity = {
    source: [plan.source.kind, plan.source.workspace],
    target: plan.target.organization.toLowerCase(),
    repositories: plan.repositories.map(({ source, target, visibility }) => [
      source,
      target,
      visibility,
    ]),
    ...(isExported && { engine: 'archive' }),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}
