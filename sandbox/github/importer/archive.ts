/** Reads an archive strictly, whatever its format; handed in by the program. Rejects where it cannot be read to its end. */
export type LoadArchive = (options: {
  path: string;
  /** Private and empty: repositories are unpacked into it. */
  folder: string;
  signal: AbortSignal;
}) => Promise<LoadedArchive | LoadedExport>;

export interface LoadedArchive {
  readonly format: 'github';
  /** By their kind, such as `pull_requests`; each has the shape of its kind. */
  readonly records: ReadonlyMap<string, readonly ArchiveRecord[]>;
  /** Folders of the unpacked bare repositories, by their path in the archive. */
  readonly repositories: ReadonlyMap<string, string>;
  readonly findings: readonly ArchiveFinding[];
}

/** An export of a Data Center. Every value has the shape of its kind. */
export interface LoadedExport {
  readonly format: 'bitbucket-server';
  readonly defaultBranch: string;
  readonly pulls: readonly ExportedPull[];
  /** Folder of the unpacked bare repository: heads of pull requests are `refs/pull/N/head`. */
  readonly directory: string;
  readonly findings: readonly ArchiveFinding[];
}

/** `null`: it could not be read. */
export interface ExportedPull {
  readonly number: number;
  readonly metadata: {
    readonly allParticipants: readonly { role: string; status: string; userId: string }[];
    readonly closedTimestamp?: number | undefined;
    readonly createdTimestamp: number;
    readonly description: string;
    readonly draft: boolean;
    readonly fromRef: ExportedEnd;
    readonly toRef: ExportedEnd;
    readonly state: string;
    readonly title: string;
  } | null;
  readonly activities: readonly ExportedActivity[] | null;
}

interface ExportedEnd {
  readonly displayId: string;
  readonly latestCommit: string;
}

export interface ExportedActivity {
  readonly kind: string;
  readonly createdTimestamp: number;
  readonly userId: string;
  readonly action?: unknown;
  readonly hash?: unknown;
  readonly comment?: unknown;
}

export interface ExportedComment {
  readonly authorId: string;
  readonly comments: readonly ExportedComment[];
  readonly createdTimestamp: number;
  readonly id: string;
  readonly text: string;
  readonly thread?: {
    readonly anchor?: ExportedAnchor | undefined;
    readonly resolved: boolean;
    readonly updatedTimestamp: number;
  };
}

export interface ExportedAnchor {
  readonly fileType?: 'TO' | 'FROM' | undefined;
  readonly fromHash: string;
  /** 0: the whole file. */
  readonly line: number;
  readonly orphaned: boolean;
  readonly path: string;
  readonly toHash: string;
}

type ArchiveRecord = Readonly<Record<string, unknown>> & { readonly url: string };

interface ArchiveFinding {
  readonly severity: 'error' | 'warning';
  /** `layout`, `json`, `record`, `reference` and others. */
  readonly kind: string;
  readonly file: string;
  readonly record: string | null;
  readonly message: string;
}

/** The fields of records that the importer reads, by kind: their shape was checked. */
export interface Records {
  users: { url: string; login: string; name: string | null; emails: { address: string }[] };
  organizations: { url: string };
  repositories: {
    url: string;
    description: string | null;
    git_url: string;
    default_branch: string;
  };
  pull_requests: {
    url: string;
    user: string | null;
    title: string;
    body: string | null;
    base: { ref: string; sha: string };
    head: { ref: string; sha: string };
    review_requests?: { reviewer: string; dismissed_at?: string | null }[];
    work_in_progress?: boolean;
    merged_at: string | null;
    closed_at: string | null;
    created_at: string;
    merge_commit_sha?: string | null;
  };
  issues: {
    url: string;
    user: string | null;
    title: string;
    body: string | null;
    closed_at: string | null;
    created_at: string;
  };
  issue_comments: {
    url: string;
    pull_request?: string | null;
    issue?: string | null;
    user: string | null;
    body: string;
    created_at: string;
  };
  issue_events: {
    url: string;
    pull_request?: string | null;
    issue?: string | null;
    actor: string | null;
    event: string;
    created_at: string;
    commit_id?: string | null;
  };
  pull_request_reviews: {
    url: string;
    pull_request: string;
    user: string | null;
    body: string | null;
    head_sha: string;
    state: 1 | 30 | 40;
    submitted_at: string;
  };
  pull_request_review_threads: {
    url: string;
    pull_request: string;
    path: string;
    diff_hunk: string;
    position: number | null;
    original_position: number | null;
    original_commit_id: string;
    original_line?: number | null;
    original_start_line?: number | null;
    side?: 'left' | 'right' | null;
    subject_type?: 'line' | 'file' | null;
    outdated?: boolean;
    resolved_at?: string | null;
    resolver?: string | null;
  };
  pull_request_review_comments: {
    url: string;
    pull_request: string;
    pull_request_review: string;
    pull_request_review_thread: string;
    user: string | null;
    body: string;
    created_at: string;
  };
}

/** All records of a kind, in the order of the archive. */
export function recordsOf<Kind extends keyof Records>(
  archive: LoadedArchive,
  kind: Kind,
): readonly Records[Kind][] {
  return (archive.records.get(kind) ?? []) as unknown as readonly Records[Kind][];
}
