import {
  changeSettings,
  dependsOnProgress,
  type MigrationProgress,
  noProgress,
} from '../../choices/change-settings.ts';
import type { AskedSettings } from '../../choices/settings.ts';
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
  storedPlan,
  storedSettings,
  storedUserMap,
} from '../../replica/context/stored-plan.ts';
import { parseUserMap } from '../../users/parse-user-map.ts';
import type { Migrate } from './migrate-request.ts';

/**
 * The effective settings: those the migration started with, changed by those given now where they still can.
 * @throws `usage` where it cannot; `state` where what it was begun with cannot be read
 */
export async function chooseSettings(
  {
    settings: given,
    plan,
    reset,
    store,
  }: Pick<Migrate, 'settings' | 'plan' | 'reset'> & {
    readonly store: Store;
  },
  known: Migration | null,
): Promise<StoredChoice> {
  if (known === null) {
    const settings = { ...given.defaults, ...given.asked };
    const text = settings.user_map;
    return { settings, users: text === null ? null : parseUserMap(text, 'of this plan') };
  }
  const kept = storedSettings(known);
  const asked = { ...editedSince(plan, known), ...given.asked };
  const progress = dependsOnProgress(kept, asked)
    ? await readStanding(store, known.id)
    : noProgress;
  const isStartedOver = plan.repositories.every(({ source }) => reset.has(source));
  const settings = changeSettings(kept, asked, { progress, isStartedOver });
  const text = settings.user_map;
  if (text === null) return { settings, users: null };
  // A map given now comes from its file, so that an error in it names the file; a stored one blames the state.
  const isStored = settings.user_map_version === kept.user_map_version;
  const users = isStored ? storedUserMap(known.id, text) : parseUserMap(text, 'of this plan');
  return { settings, users };
}

/** The plan file may be edited between two runs: what it says otherwise now is asked for, not what it said all along. */
function editedSince(plan: Plan, known: Migration): AskedSettings {
  const now = plannedSettings(plan);
  const before: Values = plannedSettings(storedPlan(known));
  const same = Object.entries(now).filter(([key, value]) => value === before[key]);
  return { ...now, ...Object.fromEntries(same.map(([key]) => [key, undefined])) };
}

function plannedSettings(plan: Plan) {
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
    const objects = await store.listObjects(migration, source, 'pull-request');
    const steps = await store.listSteps(migration, source);
    const isPast = steps.some(
      ({ name, status }) => name === 'pull-requests' && (status === 'done' || status === 'skipped'),
    );
    created += (await store.listObjects(migration, source, 'repository')).length > 0 ? 1 : 0;
    pullRequests += objects.length;
    if (isPast || objects.length > 0) passed += 1;
  }
  return { pullRequests, passed, created };
}
