import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BitbucketHost, createBitbucketHost } from './bitbucket/host.ts';
import { findGitTools } from './git/git-tools.ts';
import { createGithubHost, type GithubHost } from './github/host.ts';
import type { GithubRules } from './github/tracker/rules.ts';
import { createFaultBook, type Faults } from './network/faults.ts';
import { createRequestLog, type RecordedRequest } from './network/request-log.ts';
import { addSampleWorkspace } from './sample/add-sample-workspace.ts';
import { type SandboxLimits, startServers } from './start-servers.ts';

export interface SandboxOptions {
  /** Where the bare repositories and LFS objects live. Made if it is not there; never removed. */
  readonly folder: string;
  /** `sample` if left out. */
  readonly workspace?: 'sample' | 'empty';
  /** The PATH that git is found on. */
  readonly gitEnvironmentPath: string;
  /** The hosts' own documented limits where nothing is given. */
  readonly limits?: SandboxLimits;
  /** Added to every request. */
  readonly latencyMs?: number;
  /** How GitHub behaves; may be changed later in `github.rules`. */
  readonly githubRules?: Partial<GithubRules>;
  /** Milliseconds since 1970, for the windows of the limits and GitHub's dates; the system's clock if left out. */
  readonly now?: () => number;
}

export interface Sandbox extends AsyncDisposable {
  /** Addresses and credentials as the program reads them. */
  readonly environment: SandboxEnvironment;
  readonly workspace: string;
  readonly organization: string;
  readonly bitbucket: BitbucketHost;
  readonly github: GithubHost;
  readonly faults: Faults;
  /** The newest 20,000, in the order in which their answers were ready. */
  readonly requests: readonly RecordedRequest[];
  /** Ends connections and the git processes behind them. */
  close(): Promise<void>;
}

interface SandboxEnvironment extends Readonly<Record<string, string>> {
  readonly SRC_API_URL: string;
  readonly SRC_GIT_URL: string;
  /** The Atlassian account's e-mail address: right for REST, and no user name for Git. */
  readonly SRC_USERNAME: string;
  readonly SRC_API_TOKEN: string;
  readonly DST_API_URL: string;
  readonly DST_GIT_URL: string;
  readonly DST_TOKEN: string;
}

/** Starts Bitbucket Cloud and GitHub on the loopback interface, in this process. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { folder } = options;
  const now = options.now ?? Date.now;
  await mkdir(folder, { recursive: true });
  const tools = await findGitTools({ folder, path: options.gitEnvironmentPath });
  const bitbucket = createBitbucketHost({
    tools,
    folder: join(folder, 'bitbucket'),
    workspace: 'acme-workspace',
  });
  const organization = 'acme';
  const github = createGithubHost({
    folder: join(folder, 'github'),
    organization,
    now,
    rules: options.githubRules ?? {},
  });
  if (options.workspace !== 'empty') await addSampleWorkspace({ bitbucket, tools });
  const faults = createFaultBook();
  const log = createRequestLog();
  const surroundings = { faults, log, latencyMs: options.latencyMs ?? 0 };
  const servers = await startServers({
    folder,
    limits: options.limits ?? {},
    surroundings,
    tools,
    bitbucket,
    github,
    now,
  });
  async function close(): Promise<void> {
    await Promise.all(servers.all.map((server) => server.close()));
    await github.jobs.close();
  }
  return {
    environment: {
      SRC_API_URL: servers.bitbucketApi,
      SRC_GIT_URL: servers.bitbucketGit,
      SRC_USERNAME: bitbucket.user.email,
      SRC_API_TOKEN: bitbucket.credentials.addApiToken(),
      DST_API_URL: servers.githubApi,
      DST_GIT_URL: servers.githubGit,
      DST_TOKEN: github.tokens.add(),
    },
    workspace: bitbucket.workspace.slug,
    organization,
    bitbucket,
    github,
    faults,
    requests: log.entries,
    close,
    [Symbol.asyncDispose]: close,
  };
}
