import type { Refs } from '../../../git/formats/refs.ts';
import type { Waiting } from '../../../journal/wait-until-visible.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import type { LockRecords } from './lock-records.ts';

/** Describes what locking and unlocking one repository work with. */
export interface LockContext extends Waiting {
  /** When this run began with it, in milliseconds since 1970. */
  readonly enteredAt: number;
  readonly lock: SourceLock;
  readonly repository: SourceRepositoryName;
  /** The source's id of the repository, which its name may not lead to for ever. */
  readonly sourceId: string;
  readonly records: LockRecords;
  /** Branches and tags of the source as they are now. */
  readonly listRefs: () => Promise<Refs>;
  /** The commit that a hash names on the source; `null` where it names none. */
  readonly findCommit: (hash: string) => Promise<string | null>;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
}

/** `workspace/slug` */
export function fullName({ repository }: Pick<LockContext, 'repository'>): string {
  return `${repository.workspace}/${repository.slug}`;
}
