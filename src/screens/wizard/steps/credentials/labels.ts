import { shellValue } from '../../../../core/kernel/format/shell-quote.ts';
import type { Choice, Row, Side } from './fields.ts';
import { type SourceVariant, sourceHosts } from './source-hosts.ts';

const fieldLabels: Readonly<Record<Row['name'], string>> = {
  'source-host': 'Host',
  'sign-in': 'Sign in with',
  'target-host': 'Host',
  SRC_USERNAME: 'Email',
  SRC_API_TOKEN: 'API token',
  SRC_APP_PASSWORD: 'App password',
  SRC_ACCESS_TOKEN: 'Access token',
  SRC_TOKEN: 'Access token',
  SRC_DATA_CENTER_URL: 'Address',
  DST_TOKEN: 'Token',
  DST_ENTERPRISE_URL: 'Address',
};

/** Pure. */
export function labelOf(name: Row['name'], variant: SourceVariant): string {
  return name === 'SRC_USERNAME' && variant === 'app-password' ? 'Username' : fieldLabels[name];
}

export const hostNames: Readonly<Record<Side, string>> = { source: 'Bitbucket', target: 'GitHub' };

/** The hosts of each side, the usual one first. */
export const hostChoices: Readonly<Record<Exclude<Choice['name'], 'sign-in'>, readonly string[]>> =
  {
    'source-host': sourceHosts.map(({ label }) => label),
    'target-host': ['github.com', 'Enterprise or ghe.com'],
  };

export const targetHelp =
  'Create a classic token with the scopes repo, admin:org and workflow at https://github.com/settings/tokens (or the same page of your enterprise)';

/** Before another program hands over a secret. Pure. */
export function ghQuestion(hostname: string): string {
  return `Run gh auth token --hostname ${shellValue(hostname)} and use its token? Press Enter to run it, Esc to cancel.`;
}
