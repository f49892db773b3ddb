import type * as z from 'zod';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import type { Group, SettingsPart, SourceSettings } from '../../ports/records/source-settings.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import type { Named, SettingOutcome } from '../applying/setting-outcome.ts';
import type { MappingContext, SettingItem } from '../mapping/item.ts';

/**
 * A row of the table of settings: how a kind is read, planned, counted, applied and compared. All but `applied` is pure.
 * `Sets` has what it sets in a plan, `More` what another row has and it sets as well.
 */
export interface SettingKind<Sets extends object = object, More extends object = object> {
  /** Parts of the source's settings that it reads. */
  readonly parts: SourceParts;
  /** Its names in a plan. */
  readonly planned: readonly string[];
  /** Returns what becomes of each. Nothing allows more than the source did unless `context.accepted` names it. */
  map?(source: RepositorySource, context: MappingContext): readonly KindSetting<Sets & More>[];
  readonly sets: { readonly [Key in keyof Sets]: SetPart<Sets[Key]> };
  /** Returns requests to the target that applying it to a new repository takes. */
  costs?(wanted: Sets, options: { readonly inOrganization: boolean }): RequestCosts;
  /** Why a sync leaves a change of it to people. */
  readonly byHand?: string;
  /** Some are seen in texts that a sync does not read again: not found is not gone. */
  readonly isSeenInTexts?: true;
  /** Absent: other parts of a migration write it. */
  readonly applied?: AppliedKind<Sets>;
}

type SourceParts = {
  readonly [Part in SettingsPart]?: SourcePart<SourceSettings[Part]>;
};

/** Describes how an inventory holds a part of the source's settings. */
export interface SourcePart<T> {
  /** For people. */
  readonly title: string;
  /** Has a default, which stands for nothing. */
  readonly schema: z.ZodType<T>;
}

export interface RepositorySource {
  readonly kind: SourceKind;
  readonly settings: SourceSettings;
  readonly groups: readonly Group[];
}

/** One setting of the source, and what it sets on the target. */
export interface KindSetting<Sets extends object> {
  readonly item: SettingItem;
  readonly set: { readonly [Key in keyof Sets]?: Sets[Key] | undefined };
}

/** Describes what settings of a plan set, of one kind. */
export interface SetPart<T> {
  /** As people read and change it in a plan. */
  readonly schema: z.ZodType<T>;
  /** Joins what several settings set; nothing where there are none. */
  join(all: readonly T[]): T;
  /** Leaves out what is on the target once, however often it is wanted; absent: nothing is. */
  distinct?(all: T): T;
  /** Names the teams that it needs; absent: none. */
  teams?(value: T): readonly string[];
}

/** Requests to the target. */
export interface RequestCosts {
  readonly reads: number;
  /** Besides those that create content. */
  readonly writes: number;
  /** Pull requests. */
  readonly creating: number;
}

/** Describes how a kind is applied to a repository, and compared with it: by reading what is there. */
export type AppliedKind<Sets extends object = object> = Comparing &
  (
    | {
        /** `first` opens nothing; `access` may let people write, and comes after the rules. */
        readonly phase: 'first' | 'access';
        /** Names what is wanted. */
        named(wanted: Sets, context: ApplyContext): readonly Named[];
        /** @param nobodyWrites why nobody may get to write yet; `null` where they may */
        apply(
          context: ApplyContext,
          wanted: Sets,
          nobodyWrites: string | null,
        ): Promise<readonly SettingOutcome[]>;
      }
    | { readonly phase: 'rules' }
  );

interface Comparing {
  /** Of its outcomes: `autolink`. */
  readonly kind: string;
  /** People may give more than the plan says: that is no defect. */
  readonly isRaisedByPeople?: true;
  /** A note on one that is equal says how it falls short of the plan. */
  readonly notesShortfalls?: true;
  readonly repair?: KindRepair;
}

/** Describes how a repair takes back what somebody has changed. */
interface KindRepair {
  /** Of its row in the state. */
  idOf(name: string): string;
  /**
   * Notes that it is written again.
   * @param found the setting as it was found: a newer one stays
   */
  mark(records: RepairRecords, id: string, found: string): Promise<void>;
}

type RepairRecords = Pick<RepositoryRecords, 'forgetObjects' | 'saveDocument' | 'saveObjectData'>;
