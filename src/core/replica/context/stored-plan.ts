import { type KeptOptions, parseKeptOptions } from '../../choices/kept-options.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { planText } from '../../plan/build-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { parsePlan } from '../../plan/read-plan.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { parseUserMap } from '../../users/parse-user-map.ts';
import type { UserMap } from '../../users/user-map.ts';

/*
 * What a migration was begun with, as the state keeps it. It was sound when it was written: where it is not any more the
 * state is to blame, and no file that a person could correct.
 */

/** @throws `state` */
export function storedPlan({ id, planText: text }: Pick<Migration, 'id' | 'planText'>): Plan {
  return reading(id, 'plan', () => parsePlan({ path: id, text, resolveTargetNames: null }));
}

/**
 * A plan file with the repositories that a sync has added to its migration since: the file does not know them.
 * @throws `state`
 */
export function withAddedRepositories<Given extends { readonly plan: Plan; readonly text: string }>(
  given: Given,
  migration: Pick<Migration, 'id' | 'planText'>,
): Given {
  const named = new Set(given.plan.repositories.map(({ source }) => source));
  const added = storedPlan(migration).repositories.filter(({ source }) => !named.has(source));
  if (added.length === 0) return given;
  const plan = { ...given.plan, repositories: [...given.plan.repositories, ...added] };
  return { ...given, plan, text: planText(plan) };
}

/** @throws `state` */
export function storedOptions({ id, settings }: Pick<Migration, 'id' | 'settings'>): KeptOptions {
  return reading(id, 'settings', () => parseKeptOptions(settings));
}

/** @throws `state` */
export function storedUserMap(id: string, text: string): UserMap {
  return reading(id, 'user map', () => parseUserMap(text, `of ${id}`));
}

/** Describes what is chosen for a migration until its end. */
export interface StoredChoice {
  readonly kept: KeptOptions;
  /** `null`: nobody is mapped. */
  readonly users: UserMap | null;
}

/** Returns what was chosen for it until now. @throws `state` */
export function storedChoice(migration: Pick<Migration, 'id' | 'settings'>): StoredChoice {
  const kept = storedOptions(migration);
  const map = kept.user_map;
  return { kept, users: map === null ? null : storedUserMap(migration.id, map) };
}

function reading<T>(id: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new MigratorError(
      'state',
      `Cannot read the ${what} that migration ${id} was started with`,
      {
        hint: `The state may be damaged; \`migrator status --migration ${id}\` shows what is left. Run \`migrator migrate --cancel ${id}\` and start again with --plan, or restore a copy of the state and use --resume <id>.`,
        retry: 'fatal',
        cause,
      },
    );
  }
}
