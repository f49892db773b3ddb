/** How many items of a kind were compared, and how many are as they were migrated. */
export interface ProofCount {
  readonly what: 'branches and tags' | 'LFS objects' | 'pull requests' | 'comments' | 'settings';
  readonly compared: number;
  readonly equal: number;
}

/** A difference that somebody has to look at. What a host says is hostile until escaped. */
export interface ProofProblem {
  /** The slug on the source. */
  readonly repository: string;
  /** `branch main  points elsewhere`, or why it could not be compared. */
  readonly text: string;
  readonly remedy: string | null;
}

/** Holds what a comparison with the target came to, as the end of a run shows it. */
export interface Proof {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of the record, in hexadecimal digits. */
  readonly sha256: string;
  /** Without the kinds that the migration does not have. */
  readonly counts: readonly ProofCount[];
  /** Of all items, also of kinds that are not counted here. */
  readonly compared: number;
  readonly equal: number;
  readonly problems: readonly ProofProblem[];
}

/** The comparison at the end of a run, or why there was none. */
export type EndCheck =
  | { readonly kind: 'verified'; readonly proof: Proof }
  | { readonly kind: 'not-yet'; readonly why: string };

/** `null` where there is none. Pure. */
export function proofOf(check: EndCheck | null): Proof | null {
  return check?.kind === 'verified' ? check.proof : null;
}
