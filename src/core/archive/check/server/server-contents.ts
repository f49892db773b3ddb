import type { z } from 'zod';
import type { ServerEntry } from '../../records/server/server-paths.ts';
import type {
  instanceDetails,
  project,
  repository,
  ServerActivity,
  ServerPullRequest,
} from '../../records/server/shapes.ts';
import { type ArchiveFinding, collectFindings, type Findings } from '../records/findings.ts';

/** Holds what could be read of a pull request in an export. */
export interface ReadPull {
  readonly number: number;
  /** Path of its metadata. */
  readonly file: string;
  metadata: ServerPullRequest | null;
  activities: readonly ServerActivity[] | null;
  /** The content of its cache: head, base and their common ancestor. */
  cached: string | null;
}

/** All that is kept of an export while its entries pass by. */
export interface ServerContents {
  readonly findings: Findings;
  readonly found: Map<ServerEntry, string>;
  readonly pulls: Map<number, ReadPull>;
  /** Folder of the unpacked bare repository. */
  readonly directory: string;
  /** Branches and tags, and heads of pull requests as `refs/pull/N/head`. */
  readonly refs: Map<string, string>;
  /** Numbers of pull requests that have a ref while they are open, and a log. */
  readonly open: Map<number, string>;
  readonly logged: Set<number>;
  defaultBranch: string | null;
  instance: z.infer<typeof instanceDetails> | null;
  project: z.infer<typeof project> | null;
  repository: z.infer<typeof repository> | null;
}

export function newServerContents(directory: string): ServerContents {
  return {
    findings: collectFindings(),
    found: new Map(),
    pulls: new Map(),
    directory,
    refs: new Map(),
    open: new Map(),
    logged: new Set(),
    defaultBranch: null,
    instance: null,
    project: null,
    repository: null,
  };
}

/** The pull request of a number, as it is known so far. */
export function pullOf({ pulls }: ServerContents, number: number, file: string): ReadPull {
  const known = pulls.get(number);
  if (known !== undefined) return known;
  const pull = { number, file, metadata: null, activities: null, cached: null };
  pulls.set(number, pull);
  return pull;
}

export function problemIn(
  file: string,
  kind: ArchiveFinding['kind'],
  message: string,
): ArchiveFinding {
  return { severity: 'error', kind, file, record: null, message };
}
