import { shellValue } from '../../../../core/kernel/format/shell-quote.ts';
import type { Choice, Row, Side, SourceVariant } from './fields.ts';

export const fieldLabels: Readonly<Record<Row['name'], string>> = {
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

/** The two hosts of each side, the usual one first. */
export const hostChoices: Readonly<
  Record<Exclude<Choice['name'], 'sign-in'>, readonly [string, string]>
> = {
  'source-host': ['Bitbucket Cloud', 'Bitbucket Data Center'],
  'target-host': ['github.com', 'Enterprise or ghe.com'],
};

export const signIns: Readonly<Record<SourceVariant, string>> = {
  'api-token': 'an API token',
  'access-token': 'a workspace access token',
  'app-password': 'an app password (removed by Bitbucket)',
  'data-center': 'an HTTP access token',
};

export const dataCenterHelp =
  'Create an HTTP access token with Project read and Repository read: your avatar > Manage account > HTTP access tokens. The URL is what comes before /projects/ in the URL of a project';

export const sideHelp: Readonly<Record<Side, string>> = {
  source:
    'Create an API token with scopes (read:user:bitbucket, read:repository:bitbucket, read:pullrequest:bitbucket, for secrets read:pipeline:bitbucket) at https://id.atlassian.com/manage-profile/security/api-tokens',
  target:
    'Create a classic token with the scopes repo, admin:org and workflow at https://github.com/settings/tokens (or the same page of your enterprise)',
};

/** Before another program hands over a secret. Pure. */
export function ghQuestion(hostname: string): string {
  return `Run gh auth token --hostname ${shellValue(hostname)} and use its token? Enter runs it, Esc does not.`;
}
