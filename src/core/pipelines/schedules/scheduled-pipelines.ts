import type { PipelineSchedule } from '../../ports/source-host.ts';
import type { Findings } from '../findings/finding.ts';
import type { Pipeline } from '../model/pipeline.ts';
import type { Place } from '../tree/tree.ts';
import { githubCron, shortestInterval } from './cron.ts';

interface Known {
  readonly findings: Findings;
  /** GitHub starts schedules of this branch alone; `null` where it is not known. */
  readonly defaultBranch: string | null;
}

/**
 * Pipelines that Bitbucket starts at times, each as a pipeline of its own for its times. What GitHub cannot start so becomes a
 * finding on the line of the pipeline.
 */
export function scheduledPipelines(
  pipelines: readonly Pipeline[],
  schedules: readonly PipelineSchedule[],
  known: Known,
): readonly Pipeline[] {
  const crons = new Map<Pipeline, string[]>();
  for (const [index, schedule] of schedules.entries()) {
    const pipeline = startedBy(schedule, pipelines);
    const place = { path: `schedules[${index}]`, line: pipeline?.place.line ?? 1 };
    const cron = cronOf(schedule, { ...known, pipeline, place });
    if (cron === null || pipeline === null) continue;
    const own = crons.get(pipeline) ?? [];
    if (!own.includes(cron)) own.push(cron);
    crons.set(pipeline, own);
  }
  return [...crons].map(([pipeline, own]) => {
    const name = pipeline.kind === 'default' ? 'default' : pipeline.pattern;
    return {
      ...pipeline,
      kind: 'custom',
      trigger: { name, types: undefined, places: [], crons: own },
    };
  });
}

function startedBy(
  { kind, name, branch }: PipelineSchedule,
  pipelines: readonly Pipeline[],
): Pipeline | null {
  const planned = pipelines.filter((one) => one.trigger === undefined && one.kind === kind);
  if (kind === 'default') return planned[0] ?? null;
  const named = (text: string | null) => planned.find(({ pattern }) => pattern === text);
  return named(name) ?? (kind === 'branch' ? named(branch) : undefined) ?? null;
}

function cronOf(
  { cron: written, enabled, branch, name }: PipelineSchedule,
  {
    pipeline,
    place,
    ...known
  }: Known & { readonly pipeline: Pipeline | null; readonly place: Place },
): string | null {
  const { findings, defaultBranch } = known;
  const title = `The schedule ${written}${name === '' ? '' : ` for ${name}`}`;
  if (!enabled) {
    findings.exact(place, `${title} is off on Bitbucket`);
    return null;
  }
  if (pipeline === null) {
    findings.lost(place, `${title} starts a pipeline that the file does not have`);
    return null;
  }
  if (branch === null || (defaultBranch !== null && branch !== defaultBranch)) {
    const where = branch === null ? 'a tag' : branch;
    const advice = 'Start it from another workflow on the default branch, with workflow_dispatch.';
    const only = 'GitHub runs schedules on the default branch only';
    findings.lost(place, `${title} runs on ${where}; ${only}`, advice);
    return null;
  }
  const converted = githubCron(written);
  if (converted === null) {
    const advice = 'Add the times under on.schedule in the workflow yourself.';
    findings.lost(place, `${title} cannot be written in GitHub's five fields`, advice);
    return null;
  }
  if (converted.isTooOften) {
    findings.changed(
      place,
      `${title}: GitHub starts it at most every ${shortestInterval} minutes`,
      null,
    );
  }
  return converted.cron;
}
