import type { BitbucketRepository } from '../bitbucket/records.ts';
import { hasBranches, readHead } from '../git/bare-repository.ts';
import { findBranch, findCommit, readCommits, readFileAt } from '../git/read-commits.ts';
import { type Answer, textAnswer } from '../network/answer.ts';
import { dataCenterError, noCommit, noPath, notOffered, ownJson } from './answers.ts';
import type { Call } from './callers.ts';
import { dateJson } from './pull-request-json.ts';

interface ObjectCall extends Call {
  readonly repository: BitbucketRepository;
}

/** What is read from the Git data itself. */
export async function answerObjects(call: ObjectCall, parts: readonly string[]): Promise<Answer> {
  const { exchange, repository } = call;
  const [kind, ...rest] = parts;
  if (kind === 'default-branch' && rest.length === 0) return defaultBranch(call);
  if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  if (kind === 'commits' && rest.length === 1) return commit(call, rest[0] ?? '');
  if (kind === 'raw' && rest.length > 0) return file(call, rest.join('/'));
  return notOffered(exchange.method, exchange.path);
}

/** The one that is configured, whether it is there or not; an empty repository has none that counts. */
function defaultBranch({ instance, repository }: ObjectCall): Answer {
  const { git } = repository;
  const isEmpty = git.kind === 'declared' ? git.empty : !hasBranches(git.directory);
  const set = instance.rules.defaultBranches.get(repository.slug);
  if (isEmpty && set === undefined) {
    return dataCenterError(
      404,
      `${repository.slug} does not have a default branch.`,
      'com.atlassian.bitbucket.repository.NoDefaultBranchException',
    );
  }
  const own = git.kind === 'stored' ? readHead(git.directory) : repository.mainBranch;
  const name = set ?? own;
  return ownJson(200, { id: `refs/heads/${name}`, displayId: name, type: 'BRANCH' });
}

async function commit(call: ObjectCall, hash: string): Promise<Answer> {
  const { instance, repository } = call;
  if (repository.git.kind !== 'stored') return noCommit(hash, repository.slug);
  const place = { tools: instance.tools, directory: repository.git.directory };
  const found = await findCommit(place, hash);
  const [facts] = found === null ? [] : await readCommits(place, ['-1', found]);
  if (facts === undefined) return noCommit(hash, repository.slug);
  const [, name = '', email = ''] = /^(.*) <(.*)>$/.exec(facts.author) ?? [];
  return ownJson(200, {
    id: facts.hash,
    displayId: facts.hash.slice(0, 11),
    author: { name, emailAddress: email },
    authorTimestamp: dateJson(call, new Date(facts.date)),
    message: facts.message,
    parents: facts.parents.map((id) => ({ id, displayId: id.slice(0, 11) })),
  });
}

/** The ref may be a branch, by its short or its full name, or a commit. */
async function file(call: ObjectCall, path: string): Promise<Answer> {
  const { exchange, instance, repository } = call;
  if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const { directory } = repository.git;
  const at = exchange.query.get('at') ?? readHead(directory);
  const place = { tools: instance.tools, directory };
  const branch = await findBranch(place, at.replace(/^refs\/heads\//, ''));
  const found = branch ?? (await findCommit(place, at));
  if (found === null) return noCommit(at, repository.slug);
  const text = await readFileAt(place, found, path);
  return text === null ? noPath(path, at) : textAnswer(200, text);
}
