import { apiTokenScopes } from '../../../../core/ports/credentials/scope-needs.ts';
import type { SourceKind } from '../../../../core/ports/records/repository.ts';
import type { CredentialVariable } from '../../../../core/wizard/credentials.ts';

export type SourceVariant = 'api-token' | 'access-token' | 'app-password' | 'data-center';

/** A way to sign in. */
interface Variant {
  readonly name: SourceVariant;
  readonly label: string;
  readonly secret: CredentialVariable;
  /** Name of the account or address that the secret needs besides; `null`: none. */
  readonly with: CredentialVariable | null;
}

/** One kind of source, as the wizard asks for it. Another one is another row. */
interface SourceHostChoice {
  readonly kind: SourceKind;
  readonly label: string;
  /** Term for the scope of a migration. */
  readonly scope: 'workspace' | 'project';
  /** The usual one first. */
  readonly variants: readonly [Variant, ...Variant[]];
  /** Its address, where it is not one host for everybody. */
  readonly address: CredentialVariable | null;
  readonly help: string;
}

/** The usual one first. */
export const sourceHosts: readonly [SourceHostChoice, ...SourceHostChoice[]] = [
  {
    kind: 'bitbucket-cloud',
    label: 'Bitbucket Cloud',
    scope: 'workspace',
    variants: [
      {
        name: 'api-token',
        label: 'an API token',
        secret: 'SRC_API_TOKEN',
        with: 'SRC_USERNAME',
      },
      {
        name: 'access-token',
        label: 'a workspace access token',
        secret: 'SRC_ACCESS_TOKEN',
        with: null,
      },
      {
        name: 'app-password',
        label: 'an app password (removed by Bitbucket)',
        secret: 'SRC_APP_PASSWORD',
        with: 'SRC_USERNAME',
      },
    ],
    address: null,
    help: `Create an API token with the scopes ${apiTokenScopes}, at https://id.atlassian.com/manage-profile/security/api-tokens`,
  },
  {
    kind: 'bitbucket-data-center',
    label: 'Bitbucket Data Center',
    scope: 'project',
    variants: [
      {
        name: 'data-center',
        label: 'an HTTP access token',
        secret: 'SRC_TOKEN',
        with: 'SRC_DATA_CENTER_URL',
      },
    ],
    address: 'SRC_DATA_CENTER_URL',
    help: "Create an HTTP access token with Project read and Repository read: your avatar > Manage account > HTTP access tokens. The URL is the part of a project's URL before /projects/",
  },
];

interface Selected {
  readonly variant: SourceVariant;
}

export const allVariants: readonly Variant[] = sourceHosts.flatMap(({ variants }) => variants);

/** By the kind of credentials, before any request. Pure. */
export function hostOf({ variant }: Selected): SourceHostChoice {
  const isOf = ({ variants }: SourceHostChoice) => variants.some(({ name }) => name === variant);
  return sourceHosts.find(isOf) ?? sourceHosts[0];
}

/** Pure. */
export function variantOf({ variant }: Selected): Variant {
  return allVariants.find(({ name }) => name === variant) ?? sourceHosts[0].variants[0];
}

/** Returns the first way to sign in for which the environment has a secret, or the usual one. Pure. */
export function knownVariant(
  { variants }: Pick<SourceHostChoice, 'variants'>,
  found: ReadonlySet<string>,
): SourceVariant {
  return (variants.find(({ secret }) => found.has(secret)) ?? variants[0]).name;
}

/** `workspace` becomes `Workspace`. Pure. */
export function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
