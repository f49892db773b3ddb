import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { TargetKind } from '../../../sandbox/proxy/host-names.ts';
import { type Sandbox, startSandbox, usersEnvironment } from '../../../sandbox/sandbox.ts';
import { MigratorError } from '../../errors.ts';
import { detectPrograms } from '../../git/programs.ts';
import { licensing } from '../../license/licensing.ts';
import type { Program } from '../../program.ts';
import { makeRunFolder } from '../../run-folder.ts';

export interface OpenSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** Private, and removed with everything in it when the sandbox is closed. */
  readonly folder: string;
  /** Whether git-lfs is there to be shown. */
  readonly showsLfs: boolean;
  /** The program's environment with the sandbox's addresses and credentials, and none of the user's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What the flags of both commands say about the hosts' network. */
export interface SandboxNetwork {
  readonly target?: TargetKind | undefined;
  readonly proxy?: 'intercepting' | 'plain' | undefined;
}

/** Nothing of the demo goes to the user's own hosts, by the user's own way, nor to where telemetry does. */
const isUsersOwn = /^((SRC|DST|VAULT)_|MIGRATOR_(LICENSE|TELEMETRY))|^(https?|no)_proxy$/i;

/**
 * Starts the embedded hosts in a folder of their own, with the repositories that the user adds.
 * @throws `input-file` if one of those cannot be added
 */
export async function openSandbox(options: {
  program: Program;
  repositories: readonly string[];
  source: 'cloud' | 'data-center' | undefined;
  network: SandboxNetwork;
}): Promise<OpenSandbox> {
  const { program, repositories, source = 'cloud' } = options;
  const { target = 'github.com', proxy = target === 'ghe.com' ? 'intercepting' : undefined } =
    options.network;
  const folder = await makeRunFolder(program, 'sandbox');
  const { lfs } = await detectPrograms({ environment: program.environment });
  const sandbox = await startSandbox({
    folder: join(folder, 'hosts'),
    licensing,
    source: `bitbucket-${source}`,
    gitEnvironmentPath: program.environment.PATH ?? '',
    // GitHub would refuse the pointers; without git-lfs nobody could get past that.
    limits: {
      acceptsUnknownLfs: lfs === null,
      ...(target === 'enterprise-server' ? { github: 'none' } : {}),
    },
    target,
    gateway:
      proxy === undefined
        ? undefined
        : { intercepts: proxy === 'intercepting', needsPassword: true },
  });
  async function close(): Promise<void> {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  try {
    for (const repository of repositories) await add(sandbox, resolve(repository));
  } catch (error) {
    await close();
    throw error;
  }
  const own = Object.entries(program.environment).filter(([name]) => !isUsersOwn.test(name));
  return {
    sandbox,
    folder,
    showsLfs: lfs !== null,
    environment: {
      ...Object.fromEntries(own),
      ...usersEnvironment(sandbox),
      MIGRATOR_STATE_DIR: join(folder, 'state'),
      // migrator.yaml of this folder may name an endpoint.
      MIGRATOR_TELEMETRY: '0',
    },
    [Symbol.asyncDispose]: close,
  };
}

async function add({ bitbucket }: Sandbox, from: string): Promise<void> {
  const slug = slugOf(from);
  if (bitbucket.findRepository(slug) !== null) {
    throw new MigratorError(
      'input-file',
      `${from}: the workspace has a repository ${slug} already`,
      {
        hint: 'Give one whose folder has another name.',
      },
    );
  }
  try {
    await bitbucket.addRepository({ slug, from });
  } catch (cause) {
    throw new MigratorError('input-file', `${from} cannot be read as a Git repository`, {
      hint: 'Give --repository the path of a Git repository on this machine.',
      cause,
    });
  }
}

/** As Bitbucket makes a slug of a name. */
function slugOf(path: string): string {
  const name = basename(path).replace(/\.git$/, '');
  return name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-') || 'repository';
}
