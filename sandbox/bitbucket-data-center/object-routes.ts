import type { BitbucketRepository } from '../bitbucket/records.ts';
import { hasBranches, readHead } from '../git/bare-repository.ts';
import {
  type CommitFacts,
  findBranch,
  findCommit,
  findTag,
  type ObjectPlace,
  readCommit,
  readCommits,
  readFileAt,
} from '../git/read-commits.ts';
import { type Answer, textAnswer } from '../network/answer.ts';
import { dataCenterError, noCommit, noPath, notOffered, ownJson } from './answers.ts';
import type { Call } from './callers.ts';
import { dateJson } from './json/pull-request-json.ts';
import { pageAnswer } from './page.ts';

interface ObjectCall extends Call {
  readonly repository: BitbucketRepository;
}

/** Returns what is read from the Git data itself. */
export async function answerObjects(call: ObjectCall, parts: readonly string[]): Promise<Answer> {
  const { exchange, repository } = call;
  const [kind, ...rest] = parts;
  if (kind === 'default-branch' && rest.length === 0) return defaultBranch(call);
  if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  if (kind === 'commits' && rest.length === 0) return commits(call);
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
  const facts = found === null ? null : await readCommit(place, found);
  if (facts === null) return noCommit(hash, repository.slug);
  return ownJson(200, commitJson(call, facts));
}

/** `…/commits?until=`: newest first, from a branch by its short or its full name, or from a commit. */
async function commits(call: ObjectCall): Promise<Answer> {
  const { exchange, instance, repository } = call;
  if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const { directory } = repository.git;
  const until = exchange.query.get('until') ?? readHead(directory);
  const found = await findAt({ tools: instance.tools, directory }, until);
  if (found === null) return noCommit(until, repository.slug);
  const items = await readCommits({ tools: instance.tools, directory }, ['-1000', found]);
  const toJson = (facts: CommitFacts) => commitJson(call, facts);
  return pageAnswer(instance, exchange, { items, mostRows: 1000, parameters: ['until'], toJson });
}

async function findAt(place: ObjectPlace, ref: string): Promise<string | null> {
  const branch = await findBranch(place, ref.replace(/^refs\/heads\//, ''));
  const found = branch ?? (await findTag(place, ref.replace(/^refs\/tags\//, '')));
  return found ?? findCommit(place, ref);
}

function commitJson(call: Call, facts: CommitFacts) {
  const [, name = '', email = ''] = /^(.*) <(.*)>$/.exec(facts.author) ?? [];
  return {
    id: facts.hash,
    displayId: facts.hash.slice(0, 11),
    author: { name, emailAddress: email },
    authorTimestamp: dateJson(call, new Date(facts.date)),
    message: facts.message,
    parents: facts.parents.map((id) => ({ id, displayId: id.slice(0, 11) })),
  };
}

/** The ref may be a branch or a tag, by its short or its full name, or a commit. */
async function file(call: ObjectCall, path: string): Promise<Answer> {
  const { exchange, instance, repository } = call;
  if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const { directory } = repository.git;
  const at = exchange.query.get('at') ?? readHead(directory);
  const place = { tools: instance.tools, directory };
  const found = await findAt(place, at);
  if (found === null) return noCommit(at, repository.slug);
  const text = await readFileAt(place, found, path);
  return text === null ? noPath(path, at) : textAnswer(200, text);
}
