import { count } from '../kernel/format/format.ts';

/** What a target tells of itself before anything is written to it. */
export interface TargetCheckup {
  /** `GitHub`, `GitHub Enterprise Server`. */
  readonly product: string;
  /** As the host says it; `null` where it has none. Hostile. */
  readonly version: string | null;
  /** Whether this program was tested with it. */
  readonly isTested: boolean;
  readonly hasGraphQl: boolean;
  /** How many organizations the token is kept from until it is authorized for their single sign-on. */
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

/** Something that a target does not have, or not for this token, and what follows from it. */
interface MissingCapability {
  readonly about: 'features' | 'organization';
  readonly message: string;
  readonly remedy: string;
}

/** What the target is, with its version where it tells one. */
export function targetName({ product, version }: TargetCheckup): string {
  return version === null ? product : `${product} ${version}`;
}

/** What an old server, a proxy or single sign-on keep back: none of it stands in the way of a migration. Pure. */
export function missingCapabilities(checkup: TargetCheckup): readonly MissingCapability[] {
  const { isTested, hasGraphQl, hiddenOrganizations } = checkup;
  const lacks: MissingCapability[] = [];
  if (!isTested) {
    lacks.push({
      about: 'features',
      message: `${targetName(checkup)} is a version that migrator was not tested with (3.17 to 3.19)`,
      remedy: 'Try a few repositories first, and run verify on them.',
    });
  }
  if (!hasGraphQl) {
    lacks.push({
      about: 'features',
      message: `${targetName(checkup)} does not answer GraphQL: resolved threads cannot be marked, their texts say it instead`,
      remedy: 'Check whether a proxy keeps /api/graphql (or /graphql) back.',
    });
  }
  if (hiddenOrganizations > 0) {
    lacks.push({
      about: 'organization',
      message: `Single sign-on hides ${count(hiddenOrganizations, 'organization')} from DST_TOKEN`,
      remedy:
        'Authorize the token for them: Settings, Developer settings, Personal access tokens, Configure SSO.',
    });
  }
  return lacks;
}
