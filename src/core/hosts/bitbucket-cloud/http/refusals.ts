import * as z from 'zod';
import { listed } from '../../../kernel/environment.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import {
  factsOf,
  type HttpResponse,
  listHeader,
  oneLine,
} from '../../../network/response/response.ts';
import { apiTokenScopes } from '../../../ports/credentials/scope-needs.ts';
import type {
  BitbucketCloudAccess,
  BitbucketCloudVariant,
} from '../../../ports/credentials/source-access.ts';

export interface Refused {
  readonly answer: HttpResponse;
  readonly host: string;
  readonly access: Pick<BitbucketCloudAccess, 'variant' | 'tokens'>;
  /** The request: `GET /2.0/user`. */
  readonly what: string;
  /** A request for one repository: the credentials may work for all others. */
  readonly isRepository: boolean;
}

/** Returns what messages call the credentials. */
export function namesOf({ variant, tokens }: Refused['access']): string {
  return tokens.length > 0 ? listed(tokens.map(({ variable }) => variable)) : variables[variant];
}

const variables: Readonly<Record<BitbucketCloudVariant, string>> = {
  'api-token': 'SRC_USERNAME and SRC_API_TOKEN',
  'app-password': 'SRC_USERNAME and SRC_APP_PASSWORD',
  'access-token': 'SRC_ACCESS_TOKEN',
};

export const accessTokenPage = 'Workspace settings > Access tokens';
export const tokenPage = 'https://id.atlassian.com/manage-profile/security/api-tokens';

const newToken = `Create one at ${tokenPage} with "Create API token with scopes" (${apiTokenScopes}).`;
const newAccessToken = `Create an access token with the scopes repository and pullrequest (${accessTokenPage}). Set SRC_ACCESS_TOKEN to it.`;
const makeToken = `${newToken} Set SRC_USERNAME to your email address and SRC_API_TOKEN to the token.`;

/** 401, and 410 for app passwords, as Bitbucket announced. */
export function credentialsRefused({ answer, host, access, what }: Refused): MigratorError {
  return new MigratorError(
    'credentials',
    `401 Unauthorized: ${host} rejected ${namesOf(access)} (${what})`,
    { hint: credentialsHint(answer, access.variant), ...factsOf(answer) },
  );
}

const repositoryHint =
  'The account may lack access to this repository, or the workspace may require two-step verification or an allowed IP address. Ask a workspace administrator, or remove the repository from the plan.';

/** 403: the credentials are valid but insufficient. */
export function permissionRefused(refused: Refused): MigratorError {
  const { answer, host, access, what, isRepository } = refused;
  const { variant } = access;
  const missing = missingScopes(answer);
  const noun = missing.length === 1 ? 'scope' : 'scopes';
  const lack = missing.length === 0 ? '' : `; missing ${noun}: ${missing.join(', ')}`;
  const hint =
    isRepository && missing.length === 0
      ? `${repositoryHint} If all repositories are refused: ${permissionHint(variant)}`
      : permissionHint(variant);
  return new MigratorError(
    'permission',
    `403 Forbidden: ${host} refused ${what} for ${namesOf(access)}${lack}`,
    { hint, ...factsOf(answer) },
  );
}

/** `Your credentials lack one or more required privilege scopes.` */
const missingScopesSchema = z.object({
  error: z.object({
    detail: z.object({
      required: z.array(z.string()),
      granted: z.array(z.string()).catch([]),
    }),
  }),
});

/** Required scopes that are not granted, from the body or else the headers. */
function missingScopes(answer: HttpResponse): readonly string[] {
  const body = missingScopesSchema.safeParse(answer.json).data?.error.detail;
  const required = body?.required ?? listHeader(answer, 'x-accepted-oauth-scopes') ?? [];
  const granted = body?.granted ?? listHeader(answer, 'x-oauth-scopes') ?? [];
  const missing = required.filter((scope) => !granted.includes(scope));
  return missing.slice(0, 10).map((scope) => oneLine(scope, 60));
}

const ofAPart =
  'A project or repository token cannot list an entire workspace. Use `migrator discover --workspace <workspace> --project <key>`, or a plan with only what the token can access.';

function credentialsHint(answer: HttpResponse, variant: BitbucketCloudVariant): string {
  if (variant === 'app-password') {
    return `Bitbucket Cloud removed app passwords in July 2026. Use an API token. ${makeToken}`;
  }
  if (variant === 'access-token') {
    return `The token is wrong, revoked or expired. ${newAccessToken} A personal API token belongs in SRC_API_TOKEN. ${ofAPart}`;
  }
  if (isTokenWithoutScopes(answer)) {
    return `This looks like an API token without scopes, which Bitbucket does not accept. ${makeToken}`;
  }
  return `Check both: SRC_USERNAME is the Atlassian account's email address, and SRC_API_TOKEN has not expired. ${newToken}`;
}

/** Another server answers classic Atlassian tokens, and names no scopes. */
function isTokenWithoutScopes(answer: HttpResponse): boolean {
  const challenge = answer.headers['www-authenticate'] ?? '';
  return (
    /^BitbucketCustom\b/i.test(challenge) && answer.headers['x-accepted-oauth-scopes'] === undefined
  );
}

function permissionHint(variant: BitbucketCloudVariant): string {
  switch (variant) {
    case 'app-password':
      return `Create a new app password with Account: Read, Repositories: Read and Pull requests: Read, then update SRC_APP_PASSWORD. If app passwords are no longer offered, use an API token: ${makeToken}`;
    case 'access-token':
      return `${newAccessToken} ${ofAPart}`;
    case 'api-token':
      return `Grant each scope: no scope includes another. ${makeToken}`;
  }
}

/** Known from the granted scopes, before any request. */
export function pullRequestScopeMissing({
  host,
  access,
}: Pick<Refused, 'host' | 'access'>): MigratorError {
  const { variant } = access;
  const scope = variant === 'api-token' ? 'read:pullrequest:bitbucket' : 'pullrequest';
  return new MigratorError(
    'permission',
    `403 Forbidden: ${namesOf(access)} cannot read pull requests on ${host}; missing scope: ${scope}`,
    {
      hint: `${permissionHint(variant)} Or migrate repositories only, with migrate --no-pull-requests.`,
    },
  );
}
