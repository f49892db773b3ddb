import type { SourceKind } from './repository.ts';

/** Facts about one kind of source that hold without a connection to it. Its adapter knows everything else. */
export interface SourceTraits {
  /** For people. */
  readonly name: string;
  /** It limits nobody by itself: requests cost no time until its administrator sets a limit. */
  readonly isUnlimited: boolean;
  /** Requests that reading pull requests takes. */
  readonly reading: {
    readonly pullRequestsPerPage: number;
    /** Each pull request, whatever is in it. */
    readonly each: number;
    /** Each more, where people have commented. */
    readonly discussed: number;
  };
  /** Addresses of the public host, which old texts name however it is reached by now. */
  readonly publicWebUrls: readonly string[];
  /** The company runs the host: `public` means everybody who reaches it, and its front may redirect what has moved. */
  readonly isOfCompany: boolean;
  /** Every merge check binds; elsewhere only those of branches that enforce theirs. */
  readonly bindsMergeChecks: boolean;
  /** Rules that overlap add up: a person has to be listed by each. Elsewhere nobody says how they are read. */
  readonly addsUpRules: boolean;
  /** Requests that a cut-over makes to it for a repository, from lock to open, with what a sync of the few that have changed takes. */
  readonly requestsToCutOver: number;
  /** The same to remove the lock. */
  readonly requestsToUnlock: number;
  /** At least, that a sync makes to read the settings of a repository again; docs/sync.md has the same. */
  readonly requestsForSettings: number;
  /** Its pages are those of projects: `/projects/KEY/repos/slug`; elsewhere `/workspace/slug`. They name projects in capitals. */
  readonly hasProjectPages: boolean;
  /** Where it answers SSH beside the usual port; `null`: it takes the short form `git@host:path`. */
  readonly sshPort: number | null;
  /** Jira's keys are a setting; elsewhere they are read from titles. */
  readonly setsJiraKeys: boolean;
  /** GitHub's importer takes its own exports as they are. */
  readonly hasExports: boolean;
  /** It builds by itself, from bitbucket-pipelines.yml. */
  readonly hasPipelines: boolean;
}

export const sourceTraits: Readonly<Record<SourceKind, SourceTraits>> = {
  'bitbucket-cloud': {
    name: 'Bitbucket',
    isUnlimited: false,
    reading: { pullRequestsPerPage: 50, each: 2, discussed: 1 },
    publicWebUrls: ['https://bitbucket.org'],
    isOfCompany: false,
    bindsMergeChecks: false,
    addsUpRules: false,
    requestsToCutOver: 14,
    requestsToUnlock: 9,
    requestsForSettings: 9,
    hasProjectPages: false,
    sshPort: null,
    setsJiraKeys: false,
    hasExports: false,
    hasPipelines: true,
  },
  'bitbucket-data-center': {
    name: 'Bitbucket Data Center',
    isUnlimited: true,
    // It lists all of a pull request in one place.
    reading: { pullRequestsPerPage: 100, each: 1, discussed: 0 },
    publicWebUrls: [],
    isOfCompany: true,
    bindsMergeChecks: true,
    addsUpRules: true,
    // Its rules are read three times.
    requestsToCutOver: 28,
    requestsToUnlock: 10,
    requestsForSettings: 14,
    hasProjectPages: true,
    sshPort: 7999,
    setsJiraKeys: true,
    hasExports: true,
    hasPipelines: false,
  },
};

/** Requests that reading so many pull requests whole takes. Pure. */
export function requestsToRead(
  kind: SourceKind,
  { total, discussed = total }: { readonly total: number; readonly discussed?: number },
): number {
  const { reading } = sourceTraits[kind];
  return (
    Math.ceil(total / reading.pullRequestsPerPage) +
    total * reading.each +
    discussed * reading.discussed
  );
}

/** The same for one pull request with comments, by itself. Pure. */
export function requestsToReadOne(kind: SourceKind): number {
  const { each, discussed } = sourceTraits[kind].reading;
  return each + discussed;
}
