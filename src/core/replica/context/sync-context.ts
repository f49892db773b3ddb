import type { Refs } from '../../git/formats/refs.ts';
import type { Outdated, RepositorySync, SkippedChange } from '../../ports/records/run-results.ts';
import type { MigratedRefs } from '../recorded/migrated-baseline.ts';
import type { RepositoryContext } from './migration-context.ts';

/** Describes what syncing one repository works with: the context of the steps, and what was found. */
export interface SyncContext extends RepositoryContext {
  /** Refs on the target by our hand; kept up to date while refs are pushed. */
  readonly journal: RefJournal;
  /** The refs of both sides as they were at the beginning; those of the target with what was pushed since. */
  readonly listed: { readonly source: Refs; readonly target: Map<string, string> };
  /** Work done so far; the parts of the sync add to it. */
  readonly report: SyncReport;
  readonly unpushable: Set<string>;
}

/** A `RepositorySync` while it is made. */
export interface SyncReport {
  refs: { created: number; moved: number; deleted: number };
  lfsObjects: number;
  pullRequests: RepositorySync['pullRequests'];
  outdated?: Outdated;
  readonly data: string[];
  readonly left: SkippedChange[];
}

/** The refs that we have put on the target, as the state keeps them. */
export interface RefJournal {
  current(): Pick<MigratedRefs, 'refs' | 'intended'>;
  save(refs: Pick<MigratedRefs, 'refs' | 'intended'>): Promise<void>;
}

export function emptyReport(): SyncReport {
  return {
    refs: { created: 0, moved: 0, deleted: 0 },
    lfsObjects: 0,
    pullRequests: null,
    data: [],
    left: [],
  };
}
