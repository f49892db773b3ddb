/** The hosts in a process of their own: what they cost is shared equally by all who talk to them. */

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { classicScopes } from '../../sandbox/bitbucket/accounts/credentials.ts';
import { findGitTools, type GitTools, runGit } from '../../sandbox/git/git-tools.ts';
import { fullNameOf } from '../../sandbox/github/repositories/repository-book.ts';
import { importHistory } from '../../sandbox/sample/history/import-history.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { loadArchive } from '../../src/core/archive/check/load-archive.ts';
import { licensing } from '../../src/core/license/issue/issue-license.ts';
import { changeSources } from './change-sources.ts';
import type { Answers, Hosts, Question } from './messages.ts';
import { addPullRequests } from './pull-requests.ts';
import { type BenchRepository, repositoriesOf } from './repositories.ts';

let sandbox: Sandbox | null = null;
let tools: GitTools | null = null;
let requestsTaken = 0;

process.on('message', async (question: Question) => {
  process.send?.(await answer(question));
  if (question.kind === 'close') process.disconnect();
});

async function answer(question: Question): Promise<Answers[Question['kind']]> {
  if (question.kind === 'start') return start(question);
  if (sandbox === null || tools === null) throw new Error('the hosts have not been started');
  switch (question.kind) {
    case 'add-pull-requests':
      return addPullRequests(sandbox, tools, question);
    case 'take-requests': {
      const fresh = sandbox.requests.slice(requestsTaken);
      requestsTaken = sandbox.requests.length;
      return fresh;
    }
    case 'add-targets':
      return addTargets(sandbox, question.names);
    case 'most-imports':
      return mostImports(sandbox);
    case 'remove-targets':
      return removeTargets(sandbox);
    case 'change-sources':
      return changeSources(sandbox, tools, question.slugs);
    case 'close':
      await sandbox.close();
      return null;
  }
}

async function start(options: Extract<Question, { kind: 'start' }>): Promise<Hosts> {
  const { folder, groups, listed, source, toldLimit, hasGithubLimits, latency = 0 } = options;
  const { importState = 0 } = options;
  const path = process.env.PATH ?? '';
  sandbox = await startSandbox({
    ...{ folder, licensing, loadArchive, workspace: 'empty' },
    ...(source !== undefined && { source }),
    gitEnvironmentPath: path,
    latencyMs: latency,
    limits: {
      bitbucket:
        toldLimit === undefined ? 'none' : { repositoriesPerHour: toldLimit, gitPerHour: null },
      ...(hasGithubLimits !== true && { github: 'none' }),
    },
  });
  sandbox.github.importer.rules.stateMilliseconds = importState;
  tools = await findGitTools({ folder, path });
  for (const group of groups) {
    for (const repository of repositoriesOf(group)) await add(sandbox, tools, repository);
  }
  for (let index = 1; index <= listed; index += 1) {
    await sandbox.bitbucket.addRepository({
      slug: `listed-${index}`,
      description: 'One of the many that a company has gathered in its years.',
      declared: { sizeBytes: 4_000_000 + index },
    });
  }
  return {
    environment: sandbox.environment,
    accessToken: sandbox.bitbucket.credentials.addAccessToken(),
    administratorToken: sandbox.bitbucket.credentials.addAccessToken({
      scopes: [...classicScopes, 'repository:write', 'repository:admin', 'project:admin'],
    }),
    ...{ source: sandbox.source, workspace: sandbox.workspace },
    organization: sandbox.organization,
  };
}

/** The folder of each history that was added, so that one of many repositories is made once. */
const added = new Map<BenchRepository['history'], string>();

/** Packed as a host keeps it. */
async function add(hosts: Sandbox, tools: GitTools, { slug, history }: BenchRepository) {
  await hosts.bitbucket.addRepository({ slug, mainBranch: 'main' });
  const directory = hosts.bitbucket.gitDirectory(slug);
  const same = added.get(history);
  if (same !== undefined) {
    for (const part of ['objects', 'refs', 'packed-refs'])
      await cp(join(same, part), join(directory, part), { recursive: true, force: true });
    return;
  }
  added.set(history, directory);
  await importHistory(tools, directory, history());
  await runGit(tools, directory, ['repack', '-a', '-d', '-q']);
}

function addTargets({ github, organization }: Sandbox, names: readonly string[]): number {
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error(`organization ${organization} not found`);
  for (const name of names) {
    github.createRepository({ name, owner, creator: github.user, private: true });
  }
  return names.length;
}

/** An import that begins in the moment in which another ends is not counted beside it. */
function mostImports({ github }: Sandbox): number {
  const changes = github.importer.imports.flatMap(({ startedAt, endedAt }) => [
    { at: startedAt, by: 1 },
    ...(endedAt === null ? [] : [{ at: endedAt, by: -1 }]),
  ]);
  let [now, most] = [0, 0];
  for (const { by } of changes.sort((one, other) => one.at - other.at || one.by - other.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

async function removeTargets({ github }: Sandbox): Promise<number> {
  const names = github.repositories.map(fullNameOf);
  for (const name of names) await github.deleteRepository(name);
  return names.length;
}
