import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface GitResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitClient extends AsyncDisposable {
  /** A folder to work in. */
  readonly folder: string;
  git(args: readonly string[], options?: { cwd?: string; input?: string }): Promise<GitResult>;
  /** The same, and an error with what git said if it fails. */
  must(args: readonly string[], options?: { cwd?: string; input?: string }): Promise<string>;
}

/** A real git with a throwaway credential helper that gives this name and password to whoever asks. */
export async function openGitClient(
  credential: { username: string; password: string } | null,
): Promise<GitClient> {
  const folder = await mkdtemp(join(tmpdir(), 'git-client-'));
  const helper = join(folder, 'helper');
  const said =
    credential === null
      ? ''
      : `printf 'username=%s\\npassword=%s\\n' '${credential.username}' '${credential.password}'`;
  await writeFile(helper, `#!/bin/sh\n[ "$1" = get ] || exit 0\n${said}\n`);
  await chmod(helper, 0o700);
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@acme.example',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@acme.example',
  };
  const configured = ['-c', `credential.helper=${helper}`, '-c', 'http.followRedirects=false'];
  function git(
    args: readonly string[],
    options: { cwd?: string; input?: string } = {},
  ): Promise<GitResult> {
    return new Promise((resolve) => {
      const child = execFile(
        'git',
        [...configured, ...args],
        { cwd: options.cwd ?? folder, env: environment, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
          resolve({ code, stdout, stderr });
        },
      );
      // A git that has ended already reads nothing.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(options.input ?? '');
    });
  }
  return {
    folder,
    git,
    async must(args, options) {
      const result = await git(args, options);
      if (result.code !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`);
      return result.stdout.trim();
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A repository with one commit on the branch, holding these files. */
export async function makeRepository(
  client: GitClient,
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
  branch = 'main',
): Promise<string> {
  const directory = join(client.folder, name);
  await client.must(['init', '--quiet', '--initial-branch', branch, directory]);
  for (const [path, content] of Object.entries(files)) {
    await client.must(
      ['update-index', '--add', '--cacheinfo', `100644,${await blob(path, content)},${path}`],
      {
        cwd: directory,
      },
    );
  }
  await client.must(['commit', '--quiet', '--allow-empty', '-m', 'first'], { cwd: directory });
  return directory;

  async function blob(path: string, content: string | Buffer): Promise<string> {
    const file = join(client.folder, `blob-${Buffer.from(path).toString('hex')}`);
    await writeFile(file, content);
    return client.must(['hash-object', '-w', '--no-filters', file], { cwd: directory });
  }
}
