import { randomUUID } from 'node:crypto';
import { parse } from 'yaml';
import { commitFiles } from '../../git/commit-files.ts';
import type { GitTools } from '../../git/git-tools.ts';
import { findBranch, findCommit, readFileAt } from '../../git/read-commits.ts';
import { deleteBranch } from '../../git/read-ref.ts';
import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { refuseByRestrictions } from '../enforcement/refuse.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import { bitbucketError, notFound, notOffered } from '../rest/answers.ts';
import { pageAnswer } from '../rest/page.ts';
import { definitionSchema, type PipelineRunRecord, startRun } from './pipeline-run.ts';
import type { PipelineRunnerPlace, RepositoryPipelines } from './pipelines.ts';

export interface PipelineCall {
  readonly context: PullRequestContext;
  readonly exchange: Exchange;
  readonly tools: GitTools;
  /** Path after the repository's address. */
  readonly rest: readonly string[];
  readonly runner: PipelineRunnerPlace;
}

/** `pipelines/…` */
export async function answerRuns(call: PipelineCall): Promise<Answer> {
  const { context, exchange } = call;
  const own = context.host.pipelines.of(context.repository.uuid);
  if (own === null)
    return bitbucketError(404, 'Not found', { detail: 'Pipelines is not enabled.' });
  const [, id = '', action, ...more] = call.rest.filter((part) => part !== '');
  if (more.length > 0) return notOffered(exchange.method, exchange.path);
  if (id === '') return exchange.method === 'POST' ? start(call, own) : listRuns(call, own);
  const run = own.runs.find(({ uuid }) => uuid === id);
  if (run === undefined) return notFound('Pipeline');
  if (action === undefined && exchange.method === 'GET') return jsonAnswer(200, runJson(run));
  if (action !== 'stopPipeline' || exchange.method !== 'POST') {
    return notOffered(exchange.method, exchange.path);
  }
  if (run.state.name === 'COMPLETED') return bitbucketError(400, 'The pipeline has ended already.');
  run.stop();
  return emptyAnswer(204);
}

function listRuns({ context, exchange }: PipelineCall, { runs }: RepositoryPipelines): Answer {
  const branch = exchange.query.get('target.branch');
  const path = `repositories/${context.host.workspace.slug}/${context.repository.slug}/pipelines/`;
  return pageAnswer(context, exchange, {
    items: runs.filter((run) => branch === null || run.branch === branch).toReversed(),
    maxPageLength: 100,
    path,
    parameters: ['target.branch', 'sort'],
    toJson: runJson,
  });
}

async function start(call: PipelineCall, own: RepositoryPipelines): Promise<Answer> {
  const { context, exchange, tools, runner } = call;
  const { host, repository } = context;
  if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const body = JSON.parse((await exchange.readBody()).toString('utf8')) as {
    target?: {
      ref_name?: string;
      ref_type?: string;
      selector?: { type?: string; pattern?: string };
    };
  };
  const { ref_name: branch = '', ref_type, selector } = body.target ?? {};
  const pattern = selector?.pattern ?? '';
  if (ref_type !== 'branch' || selector?.type !== 'custom') {
    return notOffered(exchange.method, `${exchange.path} for anything but custom pipelines`);
  }
  const place = { tools, directory: repository.git.directory };
  const tip = await findBranch(place, branch);
  const text = tip === null ? null : await readFileAt(place, tip, 'bitbucket-pipelines.yml');
  if (text === null) return bitbucketError(400, 'Bad request', { detail: 'Branch not found' });
  const definition = definitionSchema.safeParse(parse(text));
  const steps = definition.data?.pipelines.custom[pattern];
  if (steps === undefined) {
    return bitbucketError(400, 'Bad request', {
      detail: `There is no custom pipeline ${pattern} in the definition.`,
    });
  }
  const run = startRun({
    steps,
    branch,
    pattern,
    number: own.runs.length + 1,
    now: runner.now(),
    variables: [...host.pipelines.workspaceVariables, ...own.variables],
    environments: own.environments,
    folder: runner.folder,
    path: runner.path,
    environment: {
      CI: 'true',
      BITBUCKET_BRANCH: branch,
      BITBUCKET_COMMIT: tip ?? '',
      BITBUCKET_REPO_SLUG: repository.slug,
      BITBUCKET_WORKSPACE: host.workspace.slug,
    },
  });
  own.runs.push(run);
  return jsonAnswer(201, runJson(run));
}

function runJson({ uuid, number, branch, pattern, createdAt, state }: PipelineRunRecord): unknown {
  return {
    type: 'pipeline',
    uuid,
    build_number: number,
    created_on: new Date(createdAt).toISOString(),
    target: {
      type: 'pipeline_ref_target',
      ref_type: 'branch',
      ref_name: branch,
      selector: { type: 'custom', pattern },
    },
    trigger: { name: 'MANUAL', type: 'pipeline_trigger_manual' },
    state: stateJson(state),
  };
}

function stateJson(state: PipelineRunRecord['state']): unknown {
  if (state.name === 'IN_PROGRESS') {
    const type = `pipeline_state_in_progress_${state.stage.toLowerCase()}`;
    return {
      name: state.name,
      type: 'pipeline_state_in_progress',
      stage: { name: state.stage, type },
    };
  }
  const error = state.error === undefined ? {} : { error: { message: state.error } };
  const type = `pipeline_state_completed_${state.result.toLowerCase()}`;
  return {
    name: state.name,
    type: 'pipeline_state_completed',
    result: { name: state.result, type, ...error },
  };
}

/** `pipelines_config/variables/` made, and `pipelines_config/variables/{uuid}` taken away. */
export async function writeVariables({ context, exchange, rest }: PipelineCall): Promise<Answer> {
  const { pipelines } = context.host;
  const own = pipelines.of(context.repository.uuid);
  if (own === null)
    return bitbucketError(404, 'Not found', { detail: 'Pipelines is not enabled.' });
  if (pipelines.notAdministered.has(context.repository.slug))
    return bitbucketError(403, 'Forbidden');
  const [, , uuid = ''] = rest;
  if (exchange.method === 'DELETE') {
    const index = own.variables.findIndex((one) => one.uuid === uuid);
    if (index < 0) return notFound('Variable');
    own.variables.splice(index, 1);
    return emptyAnswer(204);
  }
  if (exchange.method !== 'POST' || uuid !== '') return notOffered(exchange.method, exchange.path);
  const body = JSON.parse((await exchange.readBody()).toString('utf8')) as {
    key?: string;
    value?: string;
    secured?: boolean;
  };
  const { key = '', value = '', secured = false } = body;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return bitbucketError(400, 'Invalid key');
  if (own.variables.some((one) => one.key === key)) {
    return bitbucketError(409, 'Conflict', {
      detail: 'A variable with the provided key already exists.',
    });
  }
  const made = { uuid: `{${randomUUID()}}`, key, value, secured };
  own.variables.push(made);
  const shown = { type: 'pipeline_variable', uuid: made.uuid, key, secured };
  return jsonAnswer(201, secured ? shown : { ...shown, value });
}

/** `src`: a commit of the fields of a form whose names begin with a slash. */
export async function writeSource({ context, exchange, tools }: PipelineCall): Promise<Answer> {
  const { git, mainBranch } = context.repository;
  if (git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const type = exchange.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    return notOffered(exchange.method, `${exchange.path} for ${type}`);
  }
  const fields = new URLSearchParams((await exchange.readBody()).toString('utf8'));
  const branch = fields.get('branch') ?? mainBranch;
  const place = { tools, directory: git.directory };
  const tip = await findBranch(place, branch);
  const base = await findCommit(place, fields.get('parents') ?? '');
  if (base === null) return notOffered(exchange.method, `${exchange.path} without parents`);
  if (tip !== null && tip !== base) {
    return bitbucketError(409, 'The parent is not the tip of the branch.');
  }
  const kind = tip === null ? 'create' : 'update';
  const refusal = refuseByRestrictions(context, { kind, ref: `refs/heads/${branch}` });
  if (refusal !== null) return refusal;
  const files = [...fields].filter(([name]) => name.startsWith('/'));
  const made = await commitFiles(tools, git.directory, {
    branch,
    parent: base,
    message: fields.get('message') ?? 'Edited online with Bitbucket',
    files: Object.fromEntries(files.map(([name, text]) => [name.slice(1), text])),
  });
  return emptyAnswer(201, { location: `${context.apiUrl}/2.0${exchange.path}/${made}` });
}

/** `refs/branches/{name}` taken away. */
export async function removeBranch({ context, tools, rest }: PipelineCall): Promise<Answer> {
  const { git, mainBranch } = context.repository;
  const name = rest.slice(2).join('/');
  if (git.kind !== 'stored') return notFound(`Branch ${name}`);
  if (name === mainBranch) return bitbucketError(400, 'The main branch cannot be deleted.');
  const tip = await findBranch({ tools, directory: git.directory }, name);
  if (tip === null) return notFound(`Branch ${name}`);
  const refusal = refuseByRestrictions(context, { kind: 'delete', ref: `refs/heads/${name}` });
  if (refusal !== null) return refusal;
  await deleteBranch(tools, git.directory, name);
  return emptyAnswer(204);
}
