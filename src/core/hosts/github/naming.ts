import type { TargetNaming } from '../../ports/target-naming.ts';
import { checkOwnerName } from './accounts/owner-name.ts';
import { resolveTargetNames } from './repositories/repository-name.ts';
import {
  normalizeSecretName,
  resolveSecretNames,
  secretLimits,
  secretNameChangeText,
} from './secrets/secret-name.ts';

/** GitHub's rules for the names of repositories and secrets. */
export const gitHubNaming: TargetNaming = {
  resolveRepositoryNames: resolveTargetNames,
  normalizeSecretName,
  resolveSecretNames,
  secretNameChangeText,
  secretLimits,
  checkOwnerName,
};
