import {
  changeOptions,
  dependsOnProgress,
  type MigrationProgress,
  noProgress,
} from '../../choices/change-options.ts';
import type { AskedOptions } from '../../choices/kept-options.ts';
import type { OptionGroup } from '../../options/option.ts';
import { pullRequestOptions } from '../../options/pull-requests.ts';
import { planningOptions } from '../../options/settings.ts';
import { migrateOptions, runOptions } from '../../options/table.ts';
import { keptValues, recordOf, runValues, type Values } from '../../options/values.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import {
  type StoredChoice,
  storedOptions,
  storedPlan,
  storedUserMap,
} from '../../replica/context/stored-plan.ts';
import { wasRemoved } from '../../replica/context/target-phase.ts';
import { parseUserMap } from '../../users/parse-user-map.ts';
import type { Migrate } from './migrate-request.ts';

/**
 * Returns the options in force: those the migration started with, changed by those given now where they still can.
 * @throws `usage` where it cannot; `state` where what it was begun with cannot be read
 */
export async function chooseOptions(
  {
    wanted,
    plan,
    reset,
    store,
  }: Pick<Migrate, 'wanted' | 'plan' | 'reset'> & {
    readonly store: Store;
  },
  known: Migration | null,
): Promise<StoredChoice> {
  if (known === null) {
    const kept = { ...wanted.defaults, ...wanted.asked };
    const text = kept.user_map;
    return { kept, users: text === null ? null : parseUserMap(text, 'of this plan') };
  }
  const before = storedOptions(known);
  const asked = { ...editedSince(plan, known), ...wanted.asked };
  const progress = dependsOnProgress(before, asked)
    ? await readStanding(store, known.id)
    : noProgress;
  const isStartedOver = plan.repositories.every(({ source }) => reset.has(source));
  const kept = changeOptions(before, asked, { progress, isStartedOver });
  const text = kept.user_map;
  if (text === null) return { kept, users: null };
  // A map given now comes from its file, so that an error in it names the file; a stored one blames the state.
  const isStored = kept.user_map_version === before.user_map_version;
  const users = isStored ? storedUserMap(known.id, text) : parseUserMap(text, 'of this plan');
  return { kept, users };
}

/** The plan file may be edited between two runs: what it says otherwise now is asked for, not what it said all along. */
function editedSince(plan: Plan, known: Migration): AskedOptions {
  const now = plannedOptions(plan);
  const before: Values = plannedOptions(storedPlan(known));
  const same = Object.entries(now).filter(([key, value]) => value === before[key]);
  return { ...now, ...Object.fromEntries(same.map(([key]) => [key, undefined])) };
}

function plannedOptions(plan: Plan) {
  const written = (group: OptionGroup, keys: Values) =>
    recordOf(group, (name, option) => [name, keys[option.plan ?? '']]);
  const { options } = plan;
  return keptValues(migrateOptions, {
    ...written(runOptions, options),
    ...written(pullRequestOptions, options.pull_requests ?? {}),
    // Nothing else says these: without its key, a plan asks for the default.
    ...runValues(planningOptions, { plan }),
  });
}

async function readStanding(store: Store, migration: string): Promise<MigrationProgress> {
  let pullRequests = 0;
  let passed = 0;
  let created = 0;
  for (const { source } of await store.listRepositories(migration)) {
    const [made] = await store.listObjects(migration, source, 'repository');
    const rollback = await store.listObjects(migration, source, 'rollback');
    // Nothing of it is used any more.
    if (made?.targetId != null && wasRemoved(rollback, made.targetId)) continue;
    const objects = await store.listObjects(migration, source, 'pull-request');
    const steps = await store.listSteps(migration, source);
    const isPast = steps.some(
      ({ name, status }) => name === 'pull-requests' && (status === 'done' || status === 'skipped'),
    );
    created += made === undefined ? 0 : 1;
    pullRequests += objects.length;
    if (isPast || objects.length > 0) passed += 1;
  }
  return { pullRequests, passed, created };
}
