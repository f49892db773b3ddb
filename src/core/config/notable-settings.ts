import { valueAt } from './config-keys.ts';
import type { Config } from './config-schema.ts';

/** Keys that decide how much of a repository arrives, or where secrets are written, with the value that changes nothing. */
const notable: Readonly<Record<string, unknown>> = {
  'migration.include_lfs': true,
  'migration.shallow_clone': false,
  'pull_requests.migrate': true,
  'pull_requests.comments': 'threaded',
  'vault.mount': 'secret',
  'vault.token_role': null,
};

/** `key: value` of each setting that a person wants to know of before a run that found its file. Pure. */
export function notableSettings(config: Config): readonly string[] {
  return Object.entries(notable).flatMap(([key, unchanged]) => {
    const value = valueAt(config, key);
    return value === undefined || value === unchanged ? [] : [`${key}: ${value}`];
  });
}
