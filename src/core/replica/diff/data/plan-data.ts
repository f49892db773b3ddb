import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { SkippedChange } from '../../../ports/records/run-results.ts';
import type { MigratedSettings, SourceData } from '../../recorded/migrated-baseline.ts';
import { areTopicsOurs, isBranchOurs, isDescriptionOurs } from './data-of-ours.ts';

/** Describes what a sync does with the data of one repository. */
export interface DataPlan {
  /** Data for the target; left out: it stays. */
  readonly description?: string;
  readonly defaultBranch?: string;
  readonly topics?: readonly string[];
  /** Last of all: an archived repository takes nothing any more. */
  readonly archived?: boolean;
  readonly skipped: readonly SkippedChange[];
  /** The source's data as far as the target has it: what was left is found again by the next sync. */
  readonly source: SourceData;
}

type Key = keyof SourceData;

/** Which data the source has changed since. Pure. */
export function changedData(now: SourceData, settings: MigratedSettings): readonly Key[] {
  const before = sourceBefore(now, settings);
  const keys: readonly Key[] = ['description', 'defaultBranch', 'topics', 'archived'];
  return keys.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(before[key]));
}

/** Migrations of earlier versions kept what the target has taken. Pure. */
function sourceBefore(now: SourceData, settings: MigratedSettings): SourceData {
  const { source, description, defaultBranch, topics, archived } = settings;
  if (source !== null) return source;
  return {
    description: description ?? now.description,
    defaultBranch,
    topics: topics ?? [],
    archived,
  };
}

/**
 * Sets what the source has changed and nobody has changed on the target.
 * @param options.branches of the target, full names. Pure.
 */
export function planData(options: {
  now: SourceData;
  settings: MigratedSettings;
  target: Pick<TargetRepository, 'description' | 'defaultBranch' | 'topics'>;
  branches: ReadonlySet<string>;
}): DataPlan {
  const { now, settings, target, branches } = options;
  const changed = new Set(changedData(now, settings));
  const before = sourceBefore(now, settings);
  const skipped: SkippedChange[] = [];
  const source = { ...now };
  function leave<K extends Key>(key: K, one: SkippedChange): void {
    skipped.push(one);
    source[key] = before[key];
  }
  const wanted: { description?: string; defaultBranch?: string; topics?: readonly string[] } = {};
  if (changed.has('description')) {
    if (isDescriptionOurs(target.description, settings)) wanted.description = now.description;
    else leave('description', changedOnTarget('description'));
  }
  const { defaultBranch } = now;
  if (changed.has('defaultBranch') && defaultBranch !== null) {
    const isThere = branches.has(`refs/heads/${defaultBranch}`);
    if (!isThere) leave('defaultBranch', missingBranch(defaultBranch));
    else if (isBranchOurs(target.defaultBranch, settings)) wanted.defaultBranch = defaultBranch;
    else leave('defaultBranch', changedOnTarget('default branch'));
  }
  if (changed.has('topics')) {
    if (areTopicsOurs(target.topics, settings)) wanted.topics = now.topics;
    else leave('topics', changedOnTarget('topics'));
  }
  const archived = changed.has('archived') ? { archived: now.archived } : {};
  return { ...wanted, ...archived, skipped, source };
}

function changedOnTarget(subject: string): SkippedChange {
  return { kind: 'conflict', subject, reason: 'changed on both Bitbucket and GitHub' };
}

function missingBranch(branch: string): SkippedChange {
  const reason = `GitHub does not have the branch ${branch}`;
  return { kind: 'conflict', subject: 'default branch', reason };
}
