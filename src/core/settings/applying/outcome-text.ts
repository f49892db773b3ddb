import { refsText } from '../../ports/records/target-settings.ts';
import type { Named } from './setting-outcome.ts';

/** A setting on GitHub as people say it, in place of the name that the state keeps: `Deploy key mirror`. Pure. */
export function outcomeText({ kind, name }: Named): string {
  if (kind === 'merging') return kindText(kind);
  if (kind === 'ruleset') return `${kindText(kind)} ${refsText(name)}`;
  return kind === 'access' ? `Access for ${name}` : `${kindText(kind)} ${name}`;
}

/** The same of all of a kind. Pure. */
export function kindText(kind: string): string {
  return kinds[kind] ?? kind;
}

const kinds: Readonly<Record<string, string>> = {
  access: 'Access',
  autolink: 'Autolink',
  'deploy-key': 'Deploy key',
  labels: 'Labels',
  merging: 'Merge methods',
  property: 'Custom property',
  'pull-request': 'Pull request',
  ruleset: 'Ruleset',
  team: 'Team',
  webhook: 'Webhook',
};
