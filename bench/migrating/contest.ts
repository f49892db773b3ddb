import type { Hosts } from '../hosts/messages.ts';

/** Describes what both contestants bring over in one go. */
export interface Task {
  readonly hosts: Hosts;
  /** Slugs. */
  readonly repositories: readonly string[];
  /** Added to each slug to name the target: names are never used twice. */
  readonly suffix: string;
  /** Private, and empty at the start. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Brings everything over and checks it. @throws Error if anything is missing on the target */
export type Contestant = (task: Task) => Promise<void>;

export function targetName({ suffix }: Task, slug: string): string {
  return `${slug}-${suffix}`;
}
