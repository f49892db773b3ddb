import { from, type Node } from '../emit/node.ts';
import type { Findings } from '../findings/finding.ts';
import { filterPatterns } from '../globs/filter-pattern.ts';
import { winnersOver } from '../globs/precedence.ts';
import { literal } from '../jobs/expressions.ts';
import type { CustomVariable, Pipeline, PipelineFile } from '../model/pipeline.ts';
import type { SourceBranches } from './select-job.ts';

/** GitHub takes so many inputs. */
export const maxInputs = 25;

export interface Trigger {
  readonly on: Node;
  /** `null` where the filter of the event is enough. */
  readonly source: SourceBranches | null;
}

/** Starts a workflow as Bitbucket starts its pipeline: one per push, the best pattern wins. */
export function triggerOf(
  pipeline: Pipeline,
  { pipelines, lost }: PipelineFile,
  { findings, isCalled }: { readonly findings: Findings; readonly isCalled: boolean },
): Trigger {
  const { kind, pattern, trigger } = pipeline;
  const planned = [...pipelines.filter((one) => one.trigger === undefined), ...lost];
  const rivals =
    trigger === undefined
      ? planned.filter((one) => one.kind === kind).map((one) => one.pattern)
      : [];
  if (trigger?.crons !== undefined) {
    return event(
      'schedule',
      trigger.crons.map((cron) => ({ cron })),
    );
  }
  const narrow = (glob: string) => narrowed(glob, pipeline, findings);
  switch (kind) {
    case 'default': {
      const branches = planned
        .filter((one) => one.kind === 'branch')
        .flatMap((one) => narrow(one.pattern));
      return event('push', { branches: ['**', ...branches.map(without)] });
    }
    case 'branch':
    case 'tag': {
      const others = winnersOver(pattern, rivals).flatMap(narrow);
      const patterns = [...narrow(pattern), ...others.map(without)];
      return event('push', kind === 'tag' ? { tags: patterns } : { branches: patterns });
    }
    case 'pull-request': {
      const others = winnersOver(pattern, rivals);
      const isEvery = pattern === '**' && others.length === 0;
      return {
        ...event('pull_request', { types: trigger?.types }),
        source: isEvery ? null : { pattern, others },
      };
    }
    case 'custom':
      return { on: customEvents(pipeline, isCalled, findings), source: null };
  }
}

function event(name: string, filters: Node): Trigger {
  return { on: { [name]: filters }, source: null };
}

function without(pattern: string): string {
  return `!${pattern}`;
}

function narrowed(glob: string, { place }: Pipeline, findings: Findings): readonly string[] {
  const { patterns, isNarrower } = filterPatterns(glob);
  if (isNarrower) {
    findings.changed(
      place,
      'GitHub has no wildcard for one character: only letters and digits match',
      'Change the pattern if branch names have other characters there.',
    );
  }
  return patterns;
}

function customEvents({ variables, place }: Pipeline, isCalled: boolean, findings: Findings): Node {
  const taken = variables.slice(0, maxInputs);
  for (const one of variables.slice(maxInputs)) {
    findings.lost(one.place, `GitHub accepts at most ${maxInputs} inputs`, 'Combine some of them.');
  }
  const asked = Object.fromEntries(taken.map((one) => [one.name, inputNode(one)]));
  const called = Object.fromEntries(
    taken.map((one) => [
      one.name,
      { type: 'string', default: literalDefault(one), description: descriptionOf(one) },
    ]),
  );
  const has = taken.length > 0;
  return {
    workflow_dispatch: from(
      has ? { inputs: asked } : {},
      has ? { path: `${place.path}[0].variables`, line: place.line } : null,
    ),
    workflow_call: isCalled ? (has ? { inputs: called } : {}) : undefined,
  };
}

function inputNode(variable: CustomVariable): Node {
  const { allowed, place } = variable;
  return from(
    {
      description: descriptionOf(variable),
      type: allowed === null ? 'string' : 'choice',
      options: allowed === null ? undefined : from(allowed.value.map(literal), allowed.place),
      default: literalDefault(variable),
    },
    place,
  );
}

function descriptionOf({ description }: CustomVariable): Node | undefined {
  return description === null ? undefined : from(literal(description.value), description.place);
}

function literalDefault(variable: CustomVariable): Node | undefined {
  const { default: value } = variable;
  return value === null ? undefined : from(literal(value.value), value.place);
}
