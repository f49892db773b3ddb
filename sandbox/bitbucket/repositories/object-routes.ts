import type { GitTools } from '../../git/git-tools.ts';
import {
  type CommitFacts,
  diffSinceFork,
  findBranch,
  findCommit,
  findTag,
  mailsSinceFork,
  type ObjectPlace,
  readCommit,
  readCommits,
  readFileAt,
} from '../../git/read-commits.ts';
import { type Answer, jsonAnswer, textAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import { bitbucketError, commitNotFound, notFound, notOffered } from '../rest/answers.ts';
import { selectFields } from '../rest/fields.ts';
import { pageAnswer } from '../rest/page.ts';
import { commitJson } from './commit-json.ts';

interface ObjectCall {
  readonly context: PullRequestContext;
  readonly exchange: Exchange;
  readonly tools: GitTools;
  /** Path after the repository's address: `commit`, `refs`, `src`, `diff` or `patch`, and its parts. */
  readonly rest: readonly string[];
}

/** Returns what is read from the Git data itself. */
export async function answerObjects(call: ObjectCall): Promise<Answer> {
  const { context, exchange, tools, rest } = call;
  const { git } = context.repository;
  if (git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const place = { tools, directory: git.directory };
  const [kind, ...parts] = rest;
  if (kind === 'commit' && parts.length === 1) return commit(call, place, parts[0] ?? '');
  if (kind === 'commits' && parts.length === 0) return commits(call, place);
  if (kind === 'refs' && parts[0] === 'branches' && parts.length > 1) {
    return branch(call, place, parts.slice(1));
  }
  if (kind === 'refs' && parts[0] === 'tags' && parts.length > 1) {
    return tag(call, place, parts.slice(1));
  }
  if (kind === 'src' && parts.length > 1) return file(place, parts);
  if ((kind === 'diff' || kind === 'patch') && parts.length === 2) {
    return comparison(call, place, kind, parts.join('/'));
  }
  return notOffered(exchange.method, exchange.path);
}

async function commit(
  { context, exchange }: ObjectCall,
  place: ObjectPlace,
  hash: string,
): Promise<Answer> {
  const found = await findCommit(place, hash);
  const facts = found === null ? null : await readCommit(place, found);
  if (facts === null) return commitNotFound(hash);
  return select(commitJson(context, facts), exchange);
}

/** Of the main branch, the newest first; an empty repository has none. */
async function commits({ context, exchange }: ObjectCall, place: ObjectPlace): Promise<Answer> {
  const { mainBranch, uuid } = context.repository;
  const [workspace, own] = [context.host.workspace.uuid, uuid].map(encodeURIComponent);
  const tip = mainBranch === null ? null : await findBranch(place, mainBranch);
  const items = tip === null ? [] : await readCommits(place, [tip]);
  return pageAnswer(context, exchange, {
    items,
    maxPageLength: 100,
    path: `repositories/${workspace}/${own}/commits`,
    parameters: [],
    isOpaque: true,
    toJson: (commit) => commitJson(context, commit),
  });
}

/** The slashes of a branch's name stand in the address as they are. */
async function branch(
  { context, exchange }: ObjectCall,
  place: ObjectPlace,
  segments: readonly string[],
): Promise<Answer> {
  const name = segments.join('/');
  const missing = notFound(`Branch ${name}`);
  if (segments.some(isEncodedSlash)) return missing;
  const tip = await findBranch(place, name);
  const facts = tip === null ? null : await readCommit(place, tip);
  return facts === null ? missing : select(branchJson(context, name, facts), exchange);
}

/** A tag with its commit; the sandbox does not say who has made an annotated one. */
async function tag(
  { context, exchange }: ObjectCall,
  place: ObjectPlace,
  segments: readonly string[],
): Promise<Answer> {
  const name = segments.join('/');
  const missing = notFound(`Tag ${name}`);
  if (segments.some(isEncodedSlash)) return missing;
  const commit = await findTag(place, name);
  const facts = commit === null ? null : await readCommit(place, commit);
  if (facts === null) return missing;
  const { apiUrl, gitUrl, host, repository } = context;
  const fullName = `${host.workspace.slug}/${repository.slug}`;
  const api = `${apiUrl}/2.0/repositories/${fullName}`;
  const links = {
    self: { href: `${api}/refs/tags/${name}` },
    commits: { href: `${api}/commits/${name}` },
    html: { href: `${gitUrl}/${fullName}/commits/tag/${name}` },
  };
  const target = commitJson(context, facts);
  return select(
    { type: 'tag', name, message: null, date: null, tagger: null, target, links },
    exchange,
  );
}

/** A branch with its newest commit, which has its full hash here. */
function branchJson(context: PullRequestContext, name: string, tip: CommitFacts): unknown {
  const { apiUrl, gitUrl, host, repository } = context;
  const fullName = `${host.workspace.slug}/${repository.slug}`;
  const api = `${apiUrl}/2.0/repositories/${fullName}`;
  const { mergeStrategies, defaultMergeStrategy } = host.settings.ofRepository(repository.uuid);
  return {
    type: 'branch',
    name,
    target: commitJson(context, tip),
    links: {
      self: { href: `${api}/refs/branches/${name}` },
      commits: { href: `${api}/commits/${name}` },
      html: { href: `${gitUrl}/${fullName}/branch/${name}` },
    },
    merge_strategies: mergeStrategies,
    default_merge_strategy: defaultMergeStrategy,
  };
}

/** Addresses were split before they were decoded. */
function isEncodedSlash(segment: string): boolean {
  return segment.includes('/');
}

/**
 * A file as it is; the host answers a folder with a list, which the sandbox does not have. A ref with a slash cannot
 * be named here, not even percent-encoded.
 */
async function file(place: ObjectPlace, [ref = '', ...path]: readonly string[]): Promise<Answer> {
  if (isEncodedSlash(ref)) return commitNotFound(ref);
  const text = await readFileAt(place, ref, path.join('/'));
  if (text !== null) return textAnswer(200, text);
  return bitbucketError(404, `No such file or directory: ${path.join('/')}`);
}

function select(value: unknown, exchange: Exchange): Answer {
  const fields = exchange.query.get('fields');
  const selected = selectFields(value, fields);
  return selected === null
    ? bitbucketError(400, `Invalid fields: ${fields}`)
    : jsonAnswer(200, selected);
}

/** `workspace/slug:source\rdestination`, of which the first part may name a fork. */
async function comparison(
  { context, exchange }: ObjectCall,
  place: ObjectPlace,
  kind: 'diff' | 'patch',
  spec: string,
): Promise<Answer> {
  const match = /^[^/:]+\/([^/:]+):([0-9a-f]{4,40})\r([0-9a-f]{4,40})$/.exec(spec);
  // Without it the two commits themselves would be compared.
  if (match === null || exchange.query.get('topic') !== 'true') {
    return notOffered(exchange.method, exchange.path);
  }
  const [, slug = '', source = '', destination = ''] = match;
  const other = context.host.findRepository(slug)?.git;
  const both = other?.kind === 'stored' ? { ...place, alsoFrom: other.directory } : place;
  for (const hash of [source, destination]) {
    if ((await findCommit(both, hash)) === null) return commitNotFound(hash);
  }
  const compare = kind === 'diff' ? diffSinceFork : mailsSinceFork;
  const text = await compare(both, { source, destination });
  return text === null ? commitNotFound(source) : textAnswer(200, text);
}
