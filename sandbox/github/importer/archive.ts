/** Reads an archive of GitHub's format strictly; handed in by the program. Rejects where it cannot be read to its end. */
export type LoadArchive = (options: {
  path: string;
  /** Private and empty: repositories are unpacked into it. */
  folder: string;
  signal: AbortSignal;
}) => Promise<LoadedArchive>;

export interface LoadedArchive {
  /** By their kind, such as `pull_requests`; each has the shape of its kind. */
  readonly records: ReadonlyMap<string, readonly ArchiveRecord[]>;
  /** Folders of the unpacked bare repositories, by their path in the archive. */
  readonly repositories: ReadonlyMap<string, string>;
  readonly findings: readonly ArchiveFinding[];
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
