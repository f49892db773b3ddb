/** Says what may change in a pull request that the target has. */
export interface UpdatePolicy {
  /** `changed`: those that have changed on the source. `found`: what a repair has found changed on the target. */
  readonly fields: 'changed' | 'found' | 'none';
  /** `all`: texts are edited, added and deleted. `edits`: none is added or deleted. `found`: those that a repair has found. */
  readonly texts: 'all' | 'edits' | 'found';
  /** `same`: those of the source, and no others. `more`: nobody's request is withdrawn. */
  readonly reviewers: 'same' | 'more' | 'none';
}

/** The target becomes what the source is now. */
export const syncing: UpdatePolicy = { fields: 'changed', texts: 'all', reviewers: 'same' };

/** Another user map: texts name people as it does, and those who are mapped now are asked. */
export const renaming: UpdatePolicy = { fields: 'none', texts: 'edits', reviewers: 'more' };

/** The same for one that is not finished: who is asked is decided once all of it is written. */
export const renamingUnfinished: UpdatePolicy = { ...renaming, reviewers: 'none' };

/** A repair: what others have changed becomes what it was, if nobody has changed it again since. */
export const repairing: UpdatePolicy = { fields: 'found', texts: 'found', reviewers: 'none' };
