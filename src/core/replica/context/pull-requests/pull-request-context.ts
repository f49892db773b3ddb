import type { Refs } from '../../../git/formats/refs.ts';
import type { History } from '../../../git/history/history.ts';
import type { Waiting } from '../../../journal/wait-until-visible.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { Markers } from '../../../text/context/marker.ts';
import type { BranchNames } from '../../model/temporary-refs.ts';
import type { ReadCache } from '../../reading/read-cache.ts';
import type { RepositoryContext } from '../migration-context.ts';
import type { Numbers } from './numbering.ts';
import type { People } from './people.ts';

/** Describes what the parts that migrate the pull requests of one repository share. */
export interface PullRequestContext {
  readonly repository: RepositoryContext;
  readonly markers: Markers;
  readonly branches: BranchNames;
  /** Of the mirror. */
  readonly history: History;
  readonly people: People;
  /** Milliseconds since 1970: what an earlier run began was sent before. */
  readonly enteredAt: number;
  readonly numbers: Numbers;
  readonly attachments: Attachments;
  /** Pull requests that were read from the source and are not finished. */
  readonly cache: ReadCache;
  /** Facts that one pull request has found out about the target and the next need not try again. */
  readonly learned: {
    hasDrafts: boolean;
    /** How often in a row threads could not be marked as resolved because the target was out of order. */
    failedResolutions: number;
    hasToldOfNumbers: boolean;
    /** Milliseconds since 1970. */
    lastMergeAt: number;
    /** By login: asked once. */
    readonly collaborators: Map<string, boolean>;
  };
  /** Throws `interrupted` once the run is to end: between two requests is a good moment. */
  stopIfDraining(): void;
}

/** Describes what there is before the numbers are known. */
export type Beginning = Omit<PullRequestContext, 'numbers' | 'attachments'>;

/** Describes what writes to the target needs: neither a mirror nor the source. */
export interface WritingContext
  extends Pick<
    PullRequestContext,
    'markers' | 'branches' | 'enteredAt' | 'numbers' | 'learned' | 'stopIfDraining'
  > {
  readonly repository: Waiting &
    Pick<
      RepositoryContext,
      'records' | 'targetName' | 'targetFullName' | 'targetRefs' | 'kept' | 'learned' | 'warn'
    > & {
      readonly target: Pick<
        TargetHost,
        'hostname' | 'webUrl' | 'limits' | 'pullRequests' | 'audit'
      >;
    };
}

/** A file that texts name by an address of the source's own, and where it is now. */
export interface Attachments {
  /**
   * Reads what is named and was not read yet, and makes it ready to be pushed.
   * @returns by address where each is going to be; `null` for what stays on the source
   */
  bring(addresses: Iterable<string>): Promise<ReadonlyMap<string, string | null>>;
  /** Pushes what was made ready. Before anything is written that leads there. */
  push(): Promise<void>;
  /**
   * Records a branch that an earlier run pushed and could not record.
   * @param refs of the target
   * @returns `gone`: it was recorded, and somebody has deleted it since
   */
  find(refs: Refs): Promise<'there' | 'none' | 'gone'>;
}
