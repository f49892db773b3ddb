/** Describes what somebody is about to do to a ref. A merge is one of a pull request, by the host. */
export interface RefAction {
  readonly kind: 'create' | 'update' | 'delete' | 'merge';
  /** `refs/heads/main` */
  readonly ref: string;
}

/** Why it may not be done: whatever comes with it, or only if it drops commits or brings merges along. */
export interface RefRefusal {
  readonly when: 'always' | 'rewrites' | 'brings-merges';
  readonly sentence: string;
}
