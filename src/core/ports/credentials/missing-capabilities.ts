import { count } from '../../kernel/format/format.ts';
import type { TargetCheckup } from '../target-checkup.ts';

/** Something that a target does not have, or not for this token, and what follows from it. */
export interface MissingCapability {
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
