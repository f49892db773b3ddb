import type { TargetRepository } from '../../../ports/records/repository.ts';
import {
  areTopicsOurs,
  isBranchOurs,
  isDescriptionOurs,
  isOurs,
} from '../../diff/data/data-of-ours.ts';
import type { MigratedSettings } from '../../recorded/migrated-baseline.ts';
import type { createdData } from '../../recorded/target-documents.ts';

type CreatedData = NonNullable<Awaited<ReturnType<typeof createdData.read>>>;
type Data = Pick<MigratedSettings, 'defaultBranch' | 'description' | 'topics' | 'visibility'>;

/** The data to write; `null`: left as it is. */
export interface DataToWrite extends Omit<Data, 'visibility'> {
  readonly visibility: Data['visibility'] | null;
  /** Wanted otherwise, and changed by people: `description`, `topics` … */
  readonly skipped: readonly string[];
}

/**
 * Decides which data the settings step writes. People's changes since migrator has set or created it stay.
 * @param known.set as migrator has set it; `null`: not yet
 * @param known.created data that it was created with; `null` where that is not known. Pure.
 */
export function dataToWrite(
  wanted: Data,
  known: {
    readonly set: MigratedSettings | null;
    readonly created: CreatedData | null;
    readonly isResumed: boolean;
  },
  found: Pick<TargetRepository, 'defaultBranch' | 'description' | 'topics' | 'visibility'>,
): DataToWrite {
  const { set, created } = known;
  const keeps = {
    description:
      set === null
        ? created !== null && !isOurs(found.description, created.description)
        : !isDescriptionOurs(found.description, set),
    topics: set === null ? (found.topics ?? []).length > 0 : !areTopicsOurs(found.topics, set),
    'default branch':
      set === null
        ? isBranchChosen(found.defaultBranch, known)
        : !isBranchOurs(found.defaultBranch, set),
    visibility: !isVisibilityOurs(found.visibility, set, wanted.visibility),
  };
  const equal = {
    description: found.description === wanted.description,
    topics: isSame(found.topics, wanted.topics),
    'default branch': found.defaultBranch === wanted.defaultBranch,
    visibility: found.visibility === wanted.visibility,
  };
  const isWanted = {
    description: wanted.description !== null,
    topics: wanted.topics !== null,
    'default branch': wanted.defaultBranch !== null,
    visibility: wanted.visibility !== 'private' || found.visibility !== 'private',
  };
  const keys = ['description', 'topics', 'default branch', 'visibility'] as const;
  return {
    description: keeps.description ? null : wanted.description,
    topics: keeps.topics ? null : wanted.topics,
    // A killed run may have set it: what is as wanted is written again, and so recorded as ours.
    defaultBranch:
      keeps['default branch'] && !equal['default branch'] ? null : wanted.defaultBranch,
    visibility: keeps.visibility ? null : wanted.visibility,
    skipped: keys.filter((key) => keeps[key] && isWanted[key] && !equal[key]),
  };
}

/**
 * Tells whether people chose the default branch before the first settings: a host keeps the one that it gave the empty
 * repository, or takes the first that is pushed.
 */
function isBranchChosen(
  found: string | null,
  { created, isResumed }: { readonly created: CreatedData | null; readonly isResumed: boolean },
): boolean {
  const given = created?.defaultBranch ?? null;
  return isResumed && given !== null && found !== null && found !== given;
}

/** A new one is private; one that a killed run has opened is as wanted. */
function isVisibilityOurs(
  found: Data['visibility'],
  set: MigratedSettings | null,
  wanted: Data['visibility'],
): boolean {
  return found === (set?.visibility ?? 'private') || found === wanted;
}

function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  const sorted = (topics: readonly string[] | null) => [...(topics ?? [])].sort().join(' ');
  return sorted(one) === sorted(other);
}
