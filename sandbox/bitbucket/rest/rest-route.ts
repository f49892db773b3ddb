import type { GitTools } from '../../git/git-tools.ts';
import { type Answer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { reaches, type Scope } from '../accounts/authentication.ts';
import type { BitbucketHost } from '../host.ts';
import type { PipelineRunnerPlace } from '../pipelines/pipelines.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import type { JsonContext } from '../repositories/repository-json.ts';
import { sees } from '../settings/access.ts';
import { bitbucketError, notFound } from './answers.ts';
import { selectFields } from './fields.ts';

export interface Call {
  readonly context: JsonContext;
  readonly tools: GitTools;
  readonly exchange: Exchange;
  readonly runner: PipelineRunnerPlace;
  /** The path below `/2.0`. */
  readonly parts: readonly string[];
}

export interface Route {
  readonly scope: Scope;
  /** Asked for as well: no scope implies another. */
  readonly also?: Scope;
  /** True if a caller without credentials may come as far as the answer. */
  readonly anonymous: boolean;
  /** Not for GET. */
  readonly writes?: boolean;
  answer(call: Call): Answer | Promise<Answer>;
}

/** Answers within the repository that the path names, if the caller reaches it. */
export function inRepository(
  { context, parts }: Call,
  answer: (context: PullRequestContext) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const [, workspace = '', slug = ''] = parts;
  const found = isWorkspace(context.host, workspace) ? context.host.findRepository(slug) : null;
  const isSeen =
    found !== null && reaches(context.caller, found) && sees(context.host, context.caller, found);
  if (!isSeen) {
    return notFound(`Repository ${workspace}/${slug}`);
  }
  return answer({ ...context, repository: found });
}

export function isWorkspace(host: BitbucketHost, name: string | undefined): boolean {
  return name === host.workspace.slug || name === host.workspace.uuid;
}

export function noWorkspace(name: string | undefined): Answer {
  return bitbucketError(404, `No workspace with identifier '${name}'.`);
}

/** Returns what the caller wants of it, by the `fields` of the query. */
export function select(value: unknown, exchange: Exchange): Answer {
  const fields = exchange.query.get('fields');
  const selected = selectFields(value, fields);
  return selected === null
    ? bitbucketError(400, `Invalid fields: ${fields}`)
    : jsonAnswer(200, selected);
}
