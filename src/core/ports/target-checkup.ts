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
