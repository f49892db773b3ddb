import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { detectPrograms, isGitRepository } from '../../git/process/programs.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { makeRunFolder } from '../../kernel/files/run-folder.ts';
import type { Program } from '../../kernel/program.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { EmbeddedHosts, HostsOptions, StartHosts } from './hosts.ts';

export interface OpenHosts extends AsyncDisposable {
  readonly hosts: EmbeddedHosts;
  /** Private; deleted when the hosts are closed. */
  readonly folder: string;
  /** True if git-lfs is installed. */
  readonly showsLfs: boolean;
  /** With the hosts' addresses and credentials in place of the user's. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface HostsFlags {
  readonly source?: 'cloud' | 'data-center' | undefined;
  readonly repository: readonly string[];
  readonly target?: HostsOptions['target'] | undefined;
  readonly proxy?: HostsOptions['proxy'];
  /** Default: with GitHub's limits. */
  readonly limits?: boolean;
}

/** Variables that would lead to the user's own hosts, proxy or telemetry. */
const isUsersOwn =
  /^((SRC|DST|VAULT)_|MIGRATOR_(LICENSE|TELEMETRY|DATABASE|MARKER_KEY)|PGPASS)|^(https?|no)_proxy$/i;

/**
 * Starts the embedded hosts in a new folder, with the user's repositories.
 * @throws `input-file` if one cannot be added
 */
export async function openHosts(options: {
  program: Program;
  flags: HostsFlags;
  startHosts: StartHosts;
}): Promise<OpenHosts> {
  const { program, flags, startHosts } = options;
  const { environment } = program;
  const { git, lfs } = await detectPrograms({ environment });
  // Checked first: building the sample takes seconds.
  for (const path of git === null ? [] : flags.repository.map((one) => resolve(one)))
    if (!(await isGitRepository({ environment, path }))) throw notRepository(path);
  const folder = await makeRunFolder(program, 'sandbox', stateFolder(program));
  const hosts = await startHosts({
    folder: join(folder, 'hosts'),
    source: `bitbucket-${flags.source ?? 'cloud'}`,
    target: flags.target ?? 'github.com',
    proxy: flags.proxy,
    isLimited: flags.limits ?? true,
    path: environment.PATH ?? '',
    hasLfs: lfs !== null,
    hasPrivate: flags.repository.length > 0,
  });
  async function close(): Promise<void> {
    await hosts.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  try {
    for (const repository of flags.repository) await add(hosts, resolve(repository));
  } catch (error) {
    await close();
    throw error;
  }
  const own = Object.entries(environment).filter(([name]) => !isUsersOwn.test(name));
  return {
    hosts,
    folder,
    showsLfs: lfs !== null,
    environment: {
      ...Object.fromEntries(own),
      ...hosts.environment,
      MIGRATOR_STATE_DIR: join(folder, 'state'),
      // migrator.yaml may name a database.
      MIGRATOR_DATABASE_URL: 'none',
      // migrator.yaml may name an endpoint.
      MIGRATOR_TELEMETRY: '0',
    },
    [Symbol.asyncDispose]: close,
  };
}

async function add(hosts: EmbeddedHosts, from: string): Promise<void> {
  const { slug, isTaken } = await hosts.addRepository(from).catch((cause: unknown) => {
    throw notRepository(from, cause);
  });
  if (!isTaken) return;
  throw new MigratorError(
    'input-file',
    `${from}: the workspace already has a repository named ${slug}`,
    {
      hint: 'Pass a repository in a folder with another name.',
    },
  );
}

function notRepository(path: string, cause?: unknown): MigratorError {
  return new MigratorError('input-file', `${path} is not a Git repository`, {
    hint: 'Pass --repository the path of a Git repository on this machine.',
    cause,
  });
}
