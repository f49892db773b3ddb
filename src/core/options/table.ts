import { exportOptions } from './export.ts';
import { historyOptions } from './history.ts';
import { paceOptions } from './pace.ts';
import { pullRequestOptions } from './pull-requests.ts';
import { applyingOptions, planningOptions, readingOptions } from './settings.ts';
import { existingOptions, targetOptions } from './targets.ts';

/** Keys of `options` in a plan, and of `migration` in migrator.yaml. */
export const runOptions = { ...historyOptions, ...paceOptions, ...existingOptions };

/** Options of `migrate`, and those that a migration keeps: `settings` is how they are applied. */
export const migrateOptions = {
  ...planningOptions,
  ...pullRequestOptions,
  ...runOptions,
  ...applyingOptions,
  ...exportOptions,
};

const { engine, ...otherPlanningOptions } = planningOptions;

/** Options that the wizard may show, in the order of its rows: `settings` is whether they are read. */
export const wizardOptions = {
  ...targetOptions,
  ...existingOptions,
  ...historyOptions,
  // Other rows depend on it.
  engine,
  ...pullRequestOptions,
  ...paceOptions,
  ...readingOptions,
  ...otherPlanningOptions,
};
