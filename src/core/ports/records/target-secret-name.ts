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
  /** Only so many of an organization's secrets reach one repository, in alphabetical order. */
  readonly ofOrganizationInRepository: number;
  readonly valueBytes: number;
}
