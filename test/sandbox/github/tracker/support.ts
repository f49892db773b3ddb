import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GithubRepository } from '../../../../sandbox/github/records.ts';
import type { SandboxOptions } from '../../../../sandbox/sandbox.ts';
import { type GitClient, makeRepository, openGitClient } from '../../helpers/git.ts';
import { askGithub, type RestAnswer } from '../../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../../helpers/sandbox.ts';

export const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

/** A sandbox with `acme/app`: `main`, and `feature` one commit ahead, which changes line 20 of 40 in `a.txt`. */
export interface PullRequestBench extends AsyncDisposable {
  readonly sandbox: TestSandbox;
  readonly client: GitClient;
  readonly directory: string;
  readonly repository: GithubRepository;
  ask(method: string, path: string, body?: unknown, token?: string): Promise<RestAnswer>;
  /** A commit on top of `from` with these files (`null` takes one away), as a branch of the local clone; its hash. */
  commit(
    branch: string,
    from: string,
    files: Record<string, string | null>,
    message?: string,
  ): Promise<string>;
  push(...refs: string[]): Promise<void>;
  /** Opens one from `feature` to `main` unless told otherwise; its number. */
  open(body?: Record<string, unknown>): Promise<number>;
  settled(): Promise<void>;
}

export async function openBench(
  options: Partial<Omit<SandboxOptions, 'folder'>> = {},
): Promise<PullRequestBench> {
  const sandbox = await openSandbox({
    limits: {
      github: {
        contentPerMinute: 10_000,
        contentPerHour: 10_000,
        pointsPerMinute: 100_000,
        requestsPerHour: 100_000,
        pushesPerMinute: 1000,
      },
    },
    ...options,
    githubRules: { pushDelayMs: 1, ...options.githubRules },
  });
  const client = await openGitClient({ username: 'x', password: sandbox.environment.DST_TOKEN });
  await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'app', private: true });
  const directory = await makeRepository(client, 'app', {
    'a.txt': lines(40),
    'gone.txt': 'old\n',
  });
  const url = `${sandbox.environment.DST_GIT_URL}/acme/app.git`;
  const repository = sandbox.github.findRepository('acme/app');
  if (repository === null) throw new Error('There is no repository');
  const bench: PullRequestBench = {
    sandbox,
    client,
    directory,
    repository,
    ask: (method, path, body, token) =>
      askGithub(
        sandbox,
        method,
        `/repos/acme/app${path}`,
        body,
        token === undefined ? {} : { token },
      ),
    async commit(branch, from, files, message = `Work on ${branch}`) {
      await client.must(['checkout', '--quiet', '--force', '-B', branch, from], { cwd: directory });
      for (const [path, content] of Object.entries(files)) {
        if (content === null) await rm(join(directory, path));
        else await writeFile(join(directory, path), content);
      }
      await client.must(['add', '--all'], { cwd: directory });
      await client.must(['commit', '--quiet', '--allow-empty', '-m', message], { cwd: directory });
      return client.must(['rev-parse', 'HEAD'], { cwd: directory });
    },
    async push(...refs) {
      await client.must(['push', '--quiet', url, ...refs], { cwd: directory });
    },
    async open(body = {}) {
      const wanted = { title: 'Add it', head: 'feature', base: 'main', ...body };
      const answer = await bench.ask('POST', '/pulls', wanted);
      if (answer.status !== 201) throw new Error(answer.text);
      return Number(answer.body.number);
    },
    settled: () => sandbox.github.jobs.settled(),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
  await client.must(['checkout', '--quiet', '--force', 'main'], { cwd: directory });
  await bench.commit('feature', 'main', { 'a.txt': lines(40).replace('line 20\n', 'changed\n') });
  await bench.push('main', 'feature');
  await bench.settled();
  return bench;
}
