import type { RepositorySettingsResult } from '../../replica/apply/settings/apply-request.ts';
import { outcomeOf, type SettingOutcome } from '../../settings/applying/setting-outcome.ts';
import { findSharedKeys, type SharedKey } from '../../settings/compare/shared-keys.ts';

type Plan = Parameters<typeof findSharedKeys>[0];

/**
 * Foresees which deploy keys GitHub will refuse: a key that several repositories want is created in one of them. Where one has
 * it already, in that. Pure.
 */
export function refuseSharedKeys(
  plan: Plan,
  all: readonly RepositorySettingsResult[],
): readonly RepositorySettingsResult[] {
  const refusals = findSharedKeys(plan).map((key) => ({ key, keeper: keeperOf(key, all) }));
  if (refusals.length === 0) return all;
  return all.map((result) => ({
    ...result,
    settings: result.settings.map((one) => {
      const refusal = refusals.find(
        ({ key, keeper }) => keeper !== result.source && isOf(one, key, result.source),
      );
      if (refusal === undefined || !['missing', 'waiting'].includes(one.state)) return one;
      return outcomeOf(one, {
        state: 'refused',
        foreseen: true,
        note: `${refusal.keeper} has the same key, and GitHub accepts a key only once`,
        hint: 'Create a new key for this repository.',
      });
    }),
  }));
}

function keeperOf(key: SharedKey, all: readonly RepositorySettingsResult[]): string {
  const has = ({ source, settings }: RepositorySettingsResult) =>
    settings.some((one) => isOf(one, key, source) && ['equal', 'kept'].includes(one.state));
  const [first = ''] = key.repositories;
  return all.find(has)?.source ?? first;
}

function isOf({ kind, name }: SettingOutcome, { titles }: SharedKey, source: string): boolean {
  return kind === 'deploy-key' && titles.get(source) === name;
}
