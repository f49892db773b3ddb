/** Something that must not be so after a migration. */
export interface Finding {
  readonly kind: /** Of the source, and not on the target. */
    | 'lost'
    /** More than once on the target. */
    | 'doubled'
    /** There, but not as it should be. */
    | 'wrong'
    /** Not the migration's business, and changed all the same. */
    | 'foreign'
    /** The program did not end as it should: a crash, a time-out, a resume that gets nowhere. */
    | 'stuck'
    /** A process, a file or a state that a run has left behind. */
    | 'left behind';
  readonly what: string;
}
