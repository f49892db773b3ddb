import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git, gitWithInput } from '../../helpers/repositories/git-fixture.ts';
import { copyTemplate } from '../../helpers/templates.ts';

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

/** A real git with a throwaway credential helper that gives this name and password to every host. */
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

/** A repository with one commit on the branch, holding these files. Made once a run, and copied from then on. */
export async function makeRepository(
  client: GitClient,
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
  branch = 'main',
): Promise<string> {
  const directory = join(client.folder, name);
  const commit = importOf(files, branch);
  const content = createHash('sha256').update(commit).digest('hex').slice(0, 16);
  copyTemplate(`one-commit-${content}`, directory, (folder) => {
    mkdirSync(folder, { recursive: true });
    git(folder, 'init', '--quiet', '--initial-branch', branch);
    gitWithInput(folder, ['fast-import', '--quiet'], commit);
    git(folder, 'read-tree', 'HEAD');
  });
  return directory;
}

/** Returns what git fast-import reads. */
function importOf(files: Readonly<Record<string, string | Buffer>>, branch: string): Buffer {
  const parts: (string | Buffer)[] = [
    `commit refs/heads/${branch}\ncommitter Test <test@acme.example> 1700000000 +0000\ndata 6\nfirst\n\n`,
  ];
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    parts.push(`M 100644 inline ${path}\ndata ${bytes.length}\n`, bytes, '\n');
  }
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
