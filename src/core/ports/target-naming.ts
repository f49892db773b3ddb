import type { ErrorCode } from '../kernel/errors.ts';

/** Why a repository cannot keep its name on the target. */
export type NameChange =
  /** It holds something other than ASCII letters, digits, `.`, `_` and `-`. */
  | 'characters'
  /** It is longer than the target allows. */
  | 'length'
  /** It has an ending that the target reserves. */
  | 'suffix'
  /** It is empty, `.` or `..`. */
  | 'reserved'
  /** Another repository has it already; letter case makes no difference. */
  | 'collision';

export interface TargetName {
  readonly source: string;
  readonly target: string;
  /** Empty where the name stays as it is. */
  readonly changes: readonly NameChange[];
}

/** One result for each wanted name, in the same order, all different. */
export type ResolveTargetNames = (wanted: readonly string[]) => readonly TargetName[];

const reasons: Record<NameChange, string> = {
  characters: 'GitHub allows only letters, digits, ".", "_" and "-"',
  length: 'the name is too long for GitHub',
  suffix: 'GitHub reserves this ending',
  reserved: 'GitHub reserves this name',
  collision: 'another repository already has this name',
};

/** Why a name changes, as a sentence without a full stop. */
export function nameChangeText(changes: readonly NameChange[]): string {
  return changes.map((change) => reasons[change]).join(', and ');
}

/** Why a variable cannot keep its name as a secret of the target. */
export type SecretNameChange =
  /** It holds something other than ASCII letters, digits and `_`. */
  | 'characters'
  /** It begins with a digit. */
  | 'digit'
  /** It has a prefix that the target reserves. */
  | 'prefix'
  /** It is empty. */
  | 'empty'
  /** Another variable has it already; letter case makes no difference. */
  | 'collision';

export interface SecretNameResult {
  readonly source: string;
  readonly target: string;
  /** Empty where the name stays as it is. */
  readonly changes: readonly SecretNameChange[];
}

/** How many secrets, and how long a value, the target accepts. */
export interface SecretLimits {
  readonly ofOrganization: number;
  readonly ofRepository: number;
  readonly ofEnvironment: number;
  /** A repository gets only so many of an organization's secrets, in alphabetical order. */
  readonly ofOrganizationInRepository: number;
  readonly valueBytes: number;
}

/** The target's rules for names. Pure. */
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
