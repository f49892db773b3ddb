import { parse } from 'yaml';
import type { Workflow } from '../../../src/core/pipelines/workflow/converted.ts';
import {
  type Circumstances,
  facts,
  type PipelineEvent,
  type Ran,
  repositoryVariables,
} from './events.ts';
import { type Contexts, evaluate, evaluateText } from './expression.ts';

type Values = Readonly<Record<string, string>>;

interface GithubWorkflow {
  readonly name: string;
  readonly on: Readonly<
    Record<
      string,
      { readonly branches?: readonly string[]; readonly tags?: readonly string[] } | null
    >
  >;
  readonly env: Values;
  readonly jobs: Readonly<Record<string, GithubJob>>;
}

interface GithubJob {
  readonly name: string;
  readonly needs?: readonly string[];
  readonly if?: string;
  readonly env?: Values;
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly env?: Values;
    readonly name?: string;
  }[];
}

interface Result {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly outputs: Values;
}

/** The steps that GitHub runs for converted workflows, as its documentation describes events, filters and jobs. */
export function githubRuns(
  workflows: readonly Workflow[],
  circumstances: Circumstances,
): readonly Ran[] {
  return workflows
    .map(({ text }) => parse(text) as GithubWorkflow)
    .filter((workflow) => starts(workflow, circumstances.event))
    .flatMap((workflow) => runWorkflow(workflow, circumstances));
}

function starts({ on, name }: GithubWorkflow, event: PipelineEvent): boolean {
  switch (event.kind) {
    case 'push':
      return on.push?.branches !== undefined && passes(on.push.branches, event.branch);
    case 'tag':
      return on.push?.tags !== undefined && passes(on.push.tags, event.tag);
    case 'pull-request':
      return 'pull_request' in on;
    case 'custom':
      return 'workflow_dispatch' in on && name === `Custom ${event.name}`;
  }
}

/** The last pattern that matches decides. */
function passes(patterns: readonly string[], name: string): boolean {
  return patterns.reduce((passed, pattern) => {
    const isExcluding = pattern.startsWith('!');
    const matches = filterExpression(isExcluding ? pattern.slice(1) : pattern).test(name);
    return matches ? !isExcluding : passed;
  }, false);
}

function filterExpression(pattern: string): RegExp {
  const body = pattern.replace(/\*\*|\*|\\.|[^\\*]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part.startsWith('\\')) return `\\${part.slice(1)}`;
    return /[.$^|(){}]/.test(part) ? `\\${part}` : part;
  });
  return new RegExp(`^${body}$`);
}

function runWorkflow(workflow: GithubWorkflow, circumstances: Circumstances): readonly Ran[] {
  const results = new Map<string, Result>();
  const ran: Ran[] = [];
  const github = githubContext(circumstances.event);
  const vars = circumstances.isApproved ? { MANUAL_STEPS: 'protected' } : {};
  for (const [id, job] of Object.entries(workflow.jobs)) {
    const needs = Object.fromEntries((job.needs ?? []).map((need) => [need, results.get(need)]));
    const ancestors = ancestorsOf(id, workflow.jobs);
    const failure = ancestors.some((one) => results.get(one)?.result === 'failure');
    const contexts = {
      github,
      vars,
      secrets: repositoryVariables,
      needs,
      inputs: inputsOf(workflow),
    };
    if (!runs(job, needs, contexts, failure)) {
      results.set(id, { result: 'skipped', outputs: {} });
      continue;
    }
    if (id === 'select') {
      results.set(id, { result: 'success', outputs: selected(job, circumstances) });
      continue;
    }
    const after = ancestors.filter(
      (one) => one !== 'select' && results.get(one)?.result === 'success',
    );
    ran.push({
      ...ranOf(workflow, job, contexts),
      after: after.map((one) => workflow.jobs[one]?.name.replace(/^Stage \d+: /, '') ?? ''),
    });
    const name = ran.at(-1)?.name;
    results.set(id, {
      result: name === circumstances.failing ? 'failure' : 'success',
      outputs: {},
    });
  }
  return ran;
}

function inputsOf({ on }: GithubWorkflow): Values {
  const dispatch = on.workflow_dispatch as
    | { readonly inputs?: Readonly<Record<string, { readonly default: string }>> }
    | null
    | undefined;
  return Object.fromEntries(
    Object.entries(dispatch?.inputs ?? {}).map(([name, one]) => [name, one.default]),
  );
}

/** Without a function of statuses a condition also needs success, and a skipped job skips what needs it. */
function runs(
  job: GithubJob,
  needs: Readonly<Record<string, Result | undefined>>,
  contexts: Contexts,
  failure: boolean,
): boolean {
  const condition = job.if?.replace(/^\$\{\{|\}\}$/g, '').trim();
  const isAware =
    condition !== undefined && /\b(?:failure|cancelled|always|success)\(\)/.test(condition);
  const allDone = Object.values(needs).every((need) => need?.result === 'success');
  if (!isAware && (!allDone || failure)) return false;
  if (condition === undefined) return true;
  const value = evaluate(condition, contexts, { failure, cancelled: false });
  return value === true || (typeof value === 'string' && value !== '');
}

function ancestorsOf(id: string, jobs: GithubWorkflow['jobs']): readonly string[] {
  const direct = jobs[id]?.needs ?? [];
  return [...new Set([...direct.flatMap((one) => ancestorsOf(one, jobs)), ...direct])];
}

/** Reads from the script of the first job which outputs it writes; another test runs that script. */
function selected({ steps }: GithubJob, { event, changed }: Circumstances): Values {
  const script = steps.find(({ run }) => run !== undefined)?.run ?? '';
  const outputs: Record<string, string> = {};
  const [wanted, unwanted] = [...script.matchAll(/grep -qE '(.*?)'/g)].map(
    ([, one = '']) => new RegExp(one),
  );
  if (wanted !== undefined && event.kind === 'pull-request') {
    const isFor = wanted.test(event.source) && unwanted?.test(event.source) !== true;
    outputs['source-branch'] = String(isFor);
  }
  for (const [, id = '', include = '', exclude = ''] of script.matchAll(
    /^decide (\S+) '(.*?)' '(.*?)'$/gm,
  )) {
    const files = changed.filter((file) => new RegExp(include).test(file));
    const left = exclude === '' ? files : files.filter((file) => !new RegExp(exclude).test(file));
    outputs[id] = String(left.length > 0);
  }
  return outputs;
}

function ranOf({ env }: GithubWorkflow, job: GithubJob, contexts: Contexts): Omit<Ran, 'after'> {
  const all = { ...env, ...job.env };
  const values = Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key, evaluateText(String(value), contexts)]),
  );
  const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const commands = job.steps.flatMap(({ run, uses, env: own, name }) => {
    if (uses?.startsWith('docker://') === true) {
      const { BITBUCKET_CLONE_DIR: _, ...rest } = own ?? {};
      const given = Object.fromEntries(
        Object.entries(rest).map(([key, value]) => [
          key,
          evaluateText(value, { ...contexts, env: values }),
        ]),
      );
      return [`pipe ${name} ${JSON.stringify(given)}`];
    }
    return run === undefined || !/^Script/.test(name ?? '') ? [] : commandsOf(run);
  });
  return { name: job.name.replace(/^Stage \d+: /, ''), commands, variables };
}

/** The commands of a script without the lines that the converter puts before and behind them. */
function commandsOf(run: string): readonly string[] {
  return run
    .replace(/^for name in .*\n.*\ndone\n/gm, '')
    .split('\n')
    .filter(
      (line) =>
        line !== '' &&
        !/^(?:\[ -[nz] "|\[ "\$\{BASH|export BITBUCKET_CLONE_DIR=|trap '|echo "SCRIPT_FOLDER=)/.test(
          line,
        ),
    );
}

function githubContext(event: PipelineEvent): Contexts {
  const isTag = event.kind === 'tag';
  const isPullRequest = event.kind === 'pull-request';
  const name = isTag ? event.tag : isPullRequest ? `${facts.pullRequest}/merge` : event.branch;
  return {
    sha: isPullRequest ? 'merge-commit' : facts.commit,
    ref_name: name,
    ref_type: isTag ? 'tag' : 'branch',
    head_ref: isPullRequest ? event.source : '',
    base_ref: isPullRequest ? event.target : '',
    repository: `${facts.workspace}/${facts.slug}`,
    repository_owner: facts.workspace,
    run_number: facts.number,
    event: {
      repository: { name: facts.slug },
      pull_request: isPullRequest
        ? { number: facts.pullRequest, head: { sha: facts.commit } }
        : undefined,
    },
  };
}
