import { freeName, slugOf } from '../jobs/slug.ts';
import type { Pipeline } from '../model/pipeline.ts';

const workflowFolder = '.github/workflows';

/** A path for the workflow of each pipeline, all different. Pure. */
export function workflowPaths(pipelines: readonly Pipeline[]): ReadonlyMap<Pipeline, string> {
  const taken = new Set<string>();
  return new Map(
    pipelines.map((pipeline) => {
      const { kind, pattern, trigger } = pipeline;
      if (trigger !== undefined) {
        const start = trigger.crons === undefined ? 'trigger' : 'schedule';
        const own = `${start}-${slugOf(trigger.name, 'custom').slice(0, 60)}`;
        return [pipeline, `${workflowFolder}/${freeName(own, taken)}.yml`];
      }
      const name =
        kind === 'default' ? 'default' : `${kind}-${slugOf(pattern, 'any').slice(0, 60)}`;
      return [pipeline, `${workflowFolder}/${freeName(name, taken)}.yml`];
    }),
  );
}
