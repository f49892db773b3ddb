/** Where a repository's Git data is, and what opens it. The secret never leaves memory. */
export interface GitAccess {
  /** Without user name or password. */
  readonly url: string;
  readonly credential: { readonly username: string; readonly password: string } | null;
  /** A token that goes with each request below the address unasked, because the host takes it as no password. */
  readonly bearer?: string;
}
