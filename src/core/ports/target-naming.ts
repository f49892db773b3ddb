import type { ErrorCode } from '../kernel/errors.ts';
import type { ResolveTargetNames } from './records/target-name.ts';
import type {
  SecretLimits,
  SecretNameChange,
  SecretNameResult,
} from './records/target-secret-name.ts';

/** The target's rules for names. Pure: a command can ask before it knows a host. */
export interface TargetNaming {
  /** One name for each repository, all different. */
  readonly resolveRepositoryNames: ResolveTargetNames;
  readonly normalizeSecretName: (source: string) => SecretNameResult;
  /** One name for each variable of one place, all different. */
  readonly resolveSecretNames: (names: readonly string[]) => readonly SecretNameResult[];
  /** Why a name changes, as a sentence without a full stop. */
  readonly secretNameChangeText: (changes: readonly SecretNameChange[]) => string;
  readonly secretLimits: SecretLimits;
  /**
   * Refuses what cannot be an organization or account, before any host is asked.
   * @param given the option or file that it came from, and the code of the error; default: --target-org, `usage`
   */
  readonly checkOwnerName: (name: string, given?: { setting: string; code: ErrorCode }) => void;
}
