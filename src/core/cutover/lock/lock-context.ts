import type { Refs } from '../../git/mirror/refs.ts';
import type { Waiting } from '../../journal/wait-until-visible.ts';
import type { SourceRepositoryName } from '../../ports/pull-request-source.ts';
import type { SourceLock } from '../../ports/source-lock.ts';
import type { LockRecords } from './lock-records.ts';

/** What locking and unlocking one repository work with. */
export interface LockContext extends Waiting {
  readonly lock: SourceLock;
  readonly repository: SourceRepositoryName;
  readonly records: LockRecords;
  /** Branches and tags of the source as they are now. */
  readonly listRefs: () => Promise<Refs>;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
}

/** `workspace/slug` */
export function fullName({ repository }: Pick<LockContext, 'repository'>): string {
  return `${repository.workspace}/${repository.slug}`;
}
