export interface Phase {
  readonly id: string;
  /** A few words: `Lock Bitbucket`. */
  readonly label: string;
}

/** News of a command that works in phases, each of them over repositories. `phase`: the id of one; `source`: a slug. */
export type PhaseProgress =
  /** So many repositories go through it, and these have not yet. */
  | {
      readonly type: 'expected';
      readonly phase: string;
      readonly total: number;
      readonly left: readonly string[];
    }
  /** It has nothing to do, so it is not listed. */
  | { readonly type: 'omitted'; readonly phase: string }
  /** Holds until it is reported as ended, also once all repositories are through. */
  | { readonly type: 'begun'; readonly phase: string }
  | { readonly type: 'entered'; readonly phase: string; readonly source: string }
  | {
      readonly type: 'passed';
      readonly phase: string;
      readonly source: string;
      /** One line. Hostile. */
      readonly summary: string;
      /** Something is wrong with it. */
      readonly isBad?: boolean;
      /** It is not there to go through the phase, so it does not count. */
      readonly isAbsent?: boolean;
    }
  /** It goes through no further phase. */
  | { readonly type: 'left'; readonly source: string }
  | { readonly type: 'ended'; readonly phase: string }
  /** When the first source was locked, in milliseconds since 1970; `null`: none is any more. */
  | { readonly type: 'locked'; readonly since: number | null };

export type OnPhaseProgress = (progress: PhaseProgress) => void;
