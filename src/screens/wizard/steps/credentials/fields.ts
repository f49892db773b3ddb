import type { CredentialVariable } from '../../../../core/wizard/credentials.ts';
import { hostOf, type SourceVariant, variantOf } from './source-hosts.ts';

/** `addresses`: those of DST_API_URL and DST_GIT_URL. */
export type TargetKind = 'github.com' | 'enterprise' | 'addresses';

export type Side = 'source' | 'target';

/** A value that is typed, or found in the environment. */
export interface Field {
  readonly kind: 'field';
  readonly name: CredentialVariable;
  readonly side: Side;
  readonly isSecret: boolean;
}

/** A choice between a few. */
export interface Choice {
  readonly kind: 'choice';
  readonly name: 'source-host' | 'sign-in' | 'target-host';
  readonly side: Side;
}

export type Row = Field | Choice;

interface Shape {
  readonly variant: SourceVariant;
  readonly targetKind: TargetKind;
}

/** In the order of the screen: on each side the host comes first. Pure. */
export function rowsOf({ variant, targetKind }: Shape): readonly Row[] {
  const { secret, with: name } = variantOf({ variant });
  const source = { kind: 'field', side: 'source' } as const;
  const target = { kind: 'field', side: 'target' } as const;
  return [
    { kind: 'choice', name: 'source-host', side: 'source' },
    ...(hostOf({ variant }).variants.length === 1
      ? []
      : [{ kind: 'choice', name: 'sign-in', side: 'source' } as const]),
    ...(name === null ? [] : [{ ...source, name, isSecret: false }]),
    { ...source, name: secret, isSecret: true },
    // The addresses of the environment leave no choice.
    ...(targetKind === 'addresses'
      ? []
      : [{ kind: 'choice', name: 'target-host', side: 'target' } as const]),
    ...(targetKind === 'enterprise'
      ? [{ ...target, name: 'DST_ENTERPRISE_URL', isSecret: false } as const]
      : []),
    { ...target, name: 'DST_TOKEN', isSecret: true },
  ];
}

/** Pure. */
export function fieldsOf(shape: Shape): readonly Field[] {
  return rowsOf(shape).filter((row) => row.kind === 'field');
}

/** Where the token of the target comes from: typed or in DST_TOKEN, another variable, or gh. */
export type TokenWay = 'own' | 'gh' | 'GH_TOKEN' | 'GITHUB_TOKEN' | EnterpriseTokenVariable;

type EnterpriseTokenVariable = 'GH_ENTERPRISE_TOKEN' | 'GITHUB_ENTERPRISE_TOKEN';

/**
 * As gh reads its variables: two for github.com and ghe.com, two for an Enterprise Server. A token goes only to its own host.
 * Pure.
 * @param options.hostname of the target; `null` while it is unknown
 */
export function tokenWays(options: {
  hostname: string | null;
  found: ReadonlySet<string>;
  hasGh: boolean;
}): readonly TokenWay[] {
  const { hostname, found, hasGh } = options;
  if (hostname === null) return ['own'];
  const isCloud = hostname === 'github.com' || hostname.endsWith('.ghe.com');
  const variables = isCloud
    ? (['GH_TOKEN', 'GITHUB_TOKEN'] as const)
    : (['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'] as const);
  return [
    'own',
    ...variables.filter((name) => found.has(name)),
    ...(hasGh ? (['gh'] as const) : []),
  ];
}
