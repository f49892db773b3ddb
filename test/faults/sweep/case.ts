/** Describes what a sweep varies besides the write that is struck. */
export interface SweepSetting {
  readonly source: 'bitbucket-cloud' | 'bitbucket-data-center';
  /** `imported`: by archives and the target's importer. */
  readonly comments: 'threaded' | 'compact' | 'folded' | 'imported';
}

/** Describes what becomes of a write, and of the program, once the host has carried it out. */
export type Fate =
  /** The program is killed before the answer arrives. */
  | 'kill'
  /** The answer is lost. */
  | 'lost'
  /** The answer is lost, and those of the next three requests that are the same. */
  | 'lost-4';

export const fates: readonly Fate[] = ['kill', 'lost', 'lost-4'];

export const settings: readonly SweepSetting[] = (
  ['bitbucket-cloud', 'bitbucket-data-center'] as const
).flatMap((source) =>
  (['threaded', 'compact', 'folded', 'imported'] as const).map((comments) => ({
    source,
    comments,
  })),
);

export interface SweepCase {
  readonly setting: SweepSetting;
  readonly fate: Fate;
  /** Which write of the migration is struck, from 1. */
  readonly write: number;
}

export function nameOf({ setting, fate, write }: SweepCase): string {
  return `${setting.source} ${setting.comments} ${fate} ${write}`;
}
