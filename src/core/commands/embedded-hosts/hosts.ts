import type { TrialPull } from '../../calibration/trial/trial-results.ts';
import type { Flags } from '../../options/flag.ts';
import type { SourceKind } from '../../ports/records/repository.ts';

/** The embedded hosts of `demo` and `sandbox`. */
export interface HostsOptions {
  /** For repositories and LFS objects; created if missing, never deleted. */
  readonly folder: string;
  readonly source: SourceKind;
  readonly target: 'github.com' | 'enterprise-server' | 'ghe.com';
  /** True: GitHub has the limits that it documents. */
  readonly isLimited: boolean;
  /** Default: only where the target needs one. */
  readonly proxy?: 'intercepting' | 'plain' | undefined;
  /** The PATH with git. */
  readonly path: string;
  /** Without git-lfs the sample has none of its objects. */
  /** Repositories of the user are added: their pages open only by the addresses that are printed. */
  readonly hasPrivate?: boolean;
  readonly hasLfs: boolean;
  /** Default: the sample company. `trial`: one repository of that description, with all that an importer may lose. */
  readonly workspace?: { readonly trial: string };
}

/** Bitbucket, GitHub, a vault and the license service on this machine. */
export interface EmbeddedHosts {
  /** Addresses and credentials as a user sets them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly source: HostsOptions['source'];
  readonly workspace: string;
  readonly organization: string;
  readonly isBehindProxy: boolean;
  /** CSV: the people of the sample on GitHub. */
  readonly userMap: string;
  /** Pull requests of the trial's workspace; none in the sample's. */
  readonly trial: readonly TrialPull[];
  /** Shows pull requests of both hosts beside each other; `null` behind a proxy, where no browser finds it. */
  readonly pagesUrl: string | null;
  /**
   * Finds pages that show a migrated pull request next to its original.
   * @returns one for each repository that has any, by the source's slug; the one that shows most first
   */
  pullRequestPages(): Promise<ReadonlyMap<string, string>>;
  /** Receives telemetry. */
  readonly telemetryUrl: string;
  /**
   * Puts a Git repository of this machine into the workspace. Rejects where Git cannot read it.
   * @returns its slug, and whether the slug was taken: then nothing was added
   */
  addRepository(path: string): Promise<{ readonly slug: string; readonly isTaken: boolean }>;
  /** Calls the listener with each mail that the license service sends. */
  onMail(listener: (mail: ReceivedMail) => void): void;
  /** Lets people push, review, merge and comment on the source, one after another, until the hosts close. */
  letPeopleWork(options: {
    readonly pauseMilliseconds: number;
    readonly onAction: (action: PeopleAction) => void;
  }): void;
  /**
   * Starts a PostgreSQL server of its own, until the hosts close.
   * @returns the address of its database; `null` where PostgreSQL is not installed
   */
  startDatabase(): Promise<string | null>;
  close(): Promise<void>;
}

/** Texts come from the embedded host. */
export interface PeopleAction {
  readonly by: string;
  /** Its slug. */
  readonly repository: string;
  readonly what: string;
  /** Why the host refused it; `null`: it was done. */
  readonly refused: string | null;
}

interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Given by the registry, because core does not import the sandbox. */
export type StartHosts = (options: HostsOptions) => Promise<EmbeddedHosts>;

export const hostsFlags = {
  source: {
    kind: 'choice',
    choices: ['cloud', 'data-center'],
    summary: 'Which Bitbucket to simulate (default: cloud)',
  },
  repository: {
    kind: 'strings',
    value: 'path',
    summary: 'Add one of your own Git repositories to the workspace; repeatable',
  },
  target: {
    kind: 'choice',
    choices: ['github.com', 'enterprise-server', 'ghe.com'],
    summary: 'Which GitHub to simulate (default: github.com); ghe.com needs --proxy',
  },
  proxy: {
    kind: 'choice',
    choices: ['intercepting', 'plain'],
    summary: 'Put both hosts behind an HTTP proxy, with or without TLS interception',
  },
} as const satisfies Flags;
