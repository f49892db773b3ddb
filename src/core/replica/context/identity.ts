import { createHash } from 'node:crypto';
import type { Plan } from '../../plan/plan-schema.ts';
import type { ArchiveFormat } from '../../ports/target-importer.ts';

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
 * @param options.exported the format of archives in a folder: they are a migration of their own, and keep nobody from migrating the plan
 */
export function planDigest(
  plan: Plan,
  { exported = null }: { exported?: ArchiveFormat | null } = {},
): string {
  const identity = {
    source: [plan.source.kind, plan.source.workspace],
    target: plan.target.organization.toLowerCase(),
    repositories: plan.repositories.map(({ source, target, visibility }) => [
      source,
      target,
      visibility,
    ]),
    ...(exported !== null && { engine: 'archive' }),
    ...(exported === 'bitbucket-server' && { format: exported }),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}
