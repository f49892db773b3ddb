import { parse } from 'yaml';

const workflowKeys = new Set(['name', 'on', 'permissions', 'env', 'jobs']);
const jobKeys = new Set([
  ...['name', 'needs', 'if', 'permissions', 'runs-on', 'container', 'services', 'environment'],
  ...['concurrency', 'timeout-minutes', 'env', 'outputs', 'steps', 'uses', 'with', 'secrets'],
]);
const stepKeys = new Set([
  'name',
  'id',
  'if',
  'uses',
  'with',
  'env',
  'run',
  'shell',
  'continue-on-error',
]);
const maxJobs = 256;
const idPattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Stands for the two braces themselves. */
const escaped = "${{ '${{' }}";

type Values = Readonly<Record<string, unknown>>;

/**
 * Says what GitHub would reject in a converted workflow: unknown keys, ids, references between jobs, cycles, and limits.
 * Pure.
 */
export function checkStructure(path: string, text: string): readonly string[] {
  const workflow = asValues(parse(text, { uniqueKeys: true, logLevel: 'error' }));
  const jobs = asValues(workflow.jobs);
  const ids = Object.keys(jobs);
  return [
    ...unknownKeys(workflow, workflowKeys),
    ...(ids.length === 0 ? ['no job'] : []),
    ...(ids.length > maxJobs ? [`more than ${maxJobs} jobs`] : []),
    ...ids.flatMap((id) => jobProblems(id, asValues(jobs[id]), ids)),
  ].map((problem) => `${path}: ${problem}`);
}

function jobProblems(id: string, job: Values, ids: readonly string[]): readonly string[] {
  const earlier = ids.slice(0, ids.indexOf(id));
  const needs = asList(job.needs);
  const steps = asList(job.steps).map(asValues);
  return [
    ...(idPattern.test(id) ? [] : [`job id ${id}`]),
    ...unknownKeys(job, jobKeys),
    ...needs.flatMap((need) =>
      earlier.includes(String(need)) ? [] : [`${id} needs ${need}, which does not come before it`],
    ),
    ...(job.uses === undefined && job['runs-on'] === undefined ? [`${id} has no runner`] : []),
    ...(job.uses === undefined && steps.length === 0 ? [`${id} has no steps`] : []),
    ...steps.flatMap((step) => [
      ...unknownKeys(step, stepKeys),
      ...((step.uses === undefined) === (step.run === undefined)
        ? [`a step of ${id} needs either uses or run`]
        : []),
      ...(typeof step.run === 'string' && step.run.replaceAll(escaped, '').includes('${{')
        ? [`a script in ${id} contains an expression`]
        : []),
    ]),
  ];
}

function unknownKeys(values: Values, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(values).flatMap((key) => (known.has(key) ? [] : [`unknown key ${key}`]));
}

function asValues(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
