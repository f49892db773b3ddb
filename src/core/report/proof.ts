/** How many items of a kind were compared, and how many are as they were migrated. */
export interface ProofCount {
  readonly what:
    | 'branches and tags'
    | 'LFS objects'
    | 'pull requests'
    | 'comments'
    /** Placeholders, and branches and comments that Bitbucket does not have. */
    | 'added by migrator'
    | 'settings';
  readonly compared: number;
  readonly equal: number;
}

/** How many settings of a plan are applied; all of them add up to those that the plan has. */
export interface SettingsProof {
  readonly applied: number;
  /** GitHub refused them, or they wait for somebody. */
  readonly notFully: number;
  /** They wait for the cut-over, or for somebody to apply them. */
  readonly waiting: number;
  readonly byHand: number;
  /** Somebody has changed them since. */
  readonly differ: number;
}

/** `82 applied, 5 not fully, 30 by hand`. Pure. */
export function settingsProofText(settings: SettingsProof): string {
  const { applied, notFully, waiting, byHand, differ } = settings;
  const parts = [
    [applied, 'applied'],
    [differ, differ === 1 ? 'differs' : 'differ'],
    [notFully, 'not fully'],
    [waiting, 'not applied yet'],
    [byHand, 'by hand'],
  ] as const;
  return parts
    .filter(([many], at) => many > 0 || at === 0)
    .map(([many, word]) => `${many.toLocaleString('en-US')} ${word}`)
    .join(', ');
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
  /** Of the plan; `null` where it has none, so that the counts have those of the repositories themselves. */
  readonly settings: SettingsProof | null;
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
