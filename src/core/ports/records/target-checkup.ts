import { count } from '../../kernel/format/format.ts';

/** Describes what a target reports about itself before anything is written to it. */
export interface TargetCheckup {
  /** `GitHub`, `GitHub Enterprise Server`. */
  readonly product: string;
  /** `null` where the host reports none. Hostile. */
  readonly version: string | null;
  /** True if migrator was tested with this version. */
  readonly isTested: boolean;
  readonly hasGraphQl: boolean;
  /** Organizations that the token cannot see until it is authorized for their single sign-on. */
  readonly hiddenOrganizations: number;
  /** Requests an hour; `null`: the host limits none. */
  readonly budget: RequestBudget | null;
}

export interface RequestBudget {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

/** Something that a target lacks, or hides from this token. */
interface MissingCapability {
  readonly about: 'features' | 'organization';
  readonly message: string;
  readonly remedy: string;
}

/** Something that the token cannot do, or that nobody can know of it in advance. */
export interface TokenGap {
  /** A sentence without a full stop. */
  readonly message: string;
  readonly remedy: string;
}

export function targetName({ product, version }: TargetCheckup): string {
  return version === null ? product : `${product} ${version}`;
}

/** Lacks of an old server, a proxy or single sign-on, none of which prevents a migration. Pure. */
export function missingCapabilities(checkup: TargetCheckup): readonly MissingCapability[] {
  const { isTested, hasGraphQl, hiddenOrganizations } = checkup;
  const missing: MissingCapability[] = [];
  if (!isTested) {
    missing.push({
      about: 'features',
      message: `${targetName(checkup)} is not a tested version (tested: 3.17 to 3.19)`,
      remedy: 'Migrate a few repositories first, and verify them.',
    });
  }
  if (!hasGraphQl) {
    missing.push({
      about: 'features',
      message: `${targetName(checkup)} does not support GraphQL: resolved threads say so in their text instead of being marked`,
      remedy: 'Check whether a proxy blocks /api/graphql (or /graphql).',
    });
  }
  if (hiddenOrganizations > 0) {
    missing.push({
      about: 'organization',
      message: `Single sign-on hides ${count(hiddenOrganizations, 'organization')} from DST_TOKEN`,
      remedy:
        'Authorize the token for them: Settings > Developer settings > Personal access tokens > Configure SSO.',
    });
  }
  return missing;
}
