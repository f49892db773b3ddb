import type { Refs } from '../../../../git/formats/refs.ts';
import type {
  PullRequestName,
  PullRequestTarget,
  TargetPullRequest,
} from '../../../../ports/pull-request-target.ts';
import type { Cancellable, RepositoryName } from '../../../../ports/records/target-address.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import type { PullRequestRecord } from '../../../recorded/pull-requests/pull-request-record.ts';

/** Compared as they are; a long text is its digest. */
type FieldValue = string | boolean | null;

/** Fields that one request changes, with their new values. */
export type FieldChange = Omit<
  Parameters<PullRequestTarget['update']>[0],
  keyof PullRequestName | keyof Cancellable
>;

/** Describes what a new pull request is opened with. */
export type OpeningRequest = Omit<
  Parameters<PullRequestTarget['create']>[0],
  keyof RepositoryName | keyof Cancellable
>;

/** A row of the table of fields: how one is read, compared, named and recorded, and when a sync changes it. Pure. */
export interface PullRequestField {
  /** `null`: not known. */
  desired(prepared: PreparedPullRequest): FieldValue;
  /** As we left it on the target; `null`: not noted. */
  recorded(record: PullRequestRecord): FieldValue;
  actual(onTarget: TargetPullRequest): FieldValue;
  /** Tells whether the target has another value than we left; absent: where recorded and actual are not the same. */
  differs?(found: ComparedField): boolean;
  /** Describes such a difference; `null`: it is reported otherwise. */
  describe(found: ComparedField & { readonly beside: SeenBeside }): FieldDifference | null;
  /** Returns its part of the request that opens a new one; absent: none. */
  opens?(prepared: PreparedPullRequest): Partial<OpeningRequest>;
  /** Returns its part of the request that gives one that exists the desired value; absent: it takes more than one request. */
  change?(prepared: PreparedPullRequest): FieldChange;
  /** Returns what the state keeps once the target has the desired value. */
  note(prepared: PreparedPullRequest): Partial<PullRequestRecord>;
  /** How a sync changes it; absent: other parts do, as for what takes a push. */
  readonly sync?: FieldSync;
  /** A repair restores it by its change, together with the others of the same kind; absent: a person does. */
  readonly repair?: RepairKind;
}

export type RepairKind = 'texts' | 'state';

export interface ComparedField {
  readonly record: PullRequestRecord;
  readonly onTarget: TargetPullRequest;
}

/** Describes what the comparison of one pull request knows from others. */
interface SeenBeside {
  /** Of the source, as they were pushed; `null` where they were not. */
  readonly sourceRefs: Refs | null;
  /** Refs of the target that are reported as moved. */
  readonly movedRefs: ReadonlySet<string>;
  /** The description bears our marker. */
  readonly hasMarker: boolean;
}

/** A difference in words that follow the name of the pull request: hostile until escaped. */
interface FieldDifference {
  readonly message: string;
  /** Why a repair leaves it, and what to do by hand; absent where the field has a repair. */
  readonly advice?: string;
  /** The same where the description names people by a user map that is lost; absent: then it is as expected. */
  readonly adviceWithoutMap?: string;
  /** The source is the same now: no defect. */
  readonly isOfSource?: boolean;
}

interface FieldSync {
  /** Closed ones keep theirs. */
  readonly onlyWhenOpen: boolean;
  /** Tells whether we left this there; absent: where it is recorded, or not noted. */
  isOurs?(record: PullRequestRecord, now: FieldValue): boolean;
  /** Returns what the state keeps while the change is on its way. */
  intend?(found: Pick<FieldWrite, 'prepared' | 'onTarget'>): Partial<PullRequestRecord>;
  /** Describes what others have made of it. */
  foreign(onTarget: TargetPullRequest): string;
}

export interface FieldWrite {
  readonly prepared: PreparedPullRequest;
  /** On the target. */
  readonly number: number;
  readonly onTarget: TargetPullRequest;
  /** For the request, because people may change the field as well. */
  readonly isCurrent: () => boolean;
}
