import { from, type Node } from '../emit/node.ts';
import type { Conversion } from '../jobs/conversion.ts';
import { manualGuard } from '../jobs/deployment.ts';
import { plainVariable } from '../jobs/expressions.ts';
import { handedOn } from '../jobs/output-variables.ts';
import type { PlannedJob } from '../jobs/plan-jobs.ts';
import { stateCondition } from '../jobs/state-condition.ts';
import { selectJob, sourceOutput } from './select-job.ts';

/** Keys of a job. */
export type Order = { readonly needs?: Node; readonly if?: Node };

/**
 * Says what a job waits for, and when it runs: after those before it, also where one was skipped for its unchanged files, and
 * not behind a manual step that nobody has started.
 */
export function orderOf(job: PlannedJob, hasSource: boolean, conversion: Conversion): Order {
  const { needs, changesets, manual, isAfterManual, isAfterSkipped } = job;
  const conditions = [
    ...(isAfterSkipped ? ['!failure() && !cancelled()'] : []),
    ...(hasSource ? [`needs.${selectJob}.outputs.${sourceOutput} == 'true'`] : []),
    ...(changesets === null ? [] : [`needs.${selectJob}.outputs.${job.id} == 'true'`]),
    ...statesOf(job, conversion),
    ...(manual === null && !isAfterManual ? [] : [manualGuard]),
  ];
  const waitsForSelect = hasSource || changesets !== null;
  const all = [
    ...new Set([...(waitsForSelect ? [selectJob] : []), ...needs, ...handedOn(job).values()]),
  ];
  return {
    ...(all.length === 0 ? {} : { needs: all }),
    ...(conditions.length === 0
      ? {}
      : {
          if: from(
            `\${{ ${conditions.join(' && ')} }}`,
            changesets?.place,
            manual,
            ...job.states.map(({ place }) => place),
          ),
        }),
  };
}

/** Conditions on variables that GitHub can read where it decides whether a job runs: no secrets, nothing that scripts set. */
function statesOf(job: PlannedJob, conversion: Conversion): readonly string[] {
  const { findings } = conversion;
  return job.states.flatMap(({ value, place }) => {
    const result = stateCondition(value, (name) => {
      const producer = handedOn(job).get(name);
      if (producer !== undefined) return `needs.${producer}.outputs.${name}`;
      const plain = plainVariable(name, conversion);
      return plain.startsWith('env.') ? null : plain;
    });
    if (result === null) {
      const message = 'GitHub cannot evaluate this condition: the step always runs';
      findings.lost(
        place,
        message,
        'Test the condition in the script, and exit early if it is false.',
      );
      return [];
    }
    if (result.expression.includes('vars.')) {
      const message =
        'The condition reads a variable of the repository, which must not be a secret';
      findings.changed(place, message, 'Create it as a variable on GitHub.');
    }
    if (result.ignoresCase) {
      findings.changed(place, 'GitHub ignores case when it compares text');
    }
    return [result.expression];
  });
}
