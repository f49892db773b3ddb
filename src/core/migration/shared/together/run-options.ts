import type * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import type { SharedRun } from '../../../ports/state/shared-run.ts';

/**
 * What the process that leads a run has settled for all that join it.
 * @throws `state` where it is nothing that this program has written
 */
export function readRunOptions<T>(
  schema: z.ZodType<T>,
  {
    migration,
    run,
  }: { readonly migration: string; readonly run: Pick<SharedRun, 'task' | 'options'> },
): T {
  try {
    return schema.parse(JSON.parse(run.options));
  } catch (cause) {
    const what = `Cannot read how \`${run.task}\` of migration ${migration} is run`;
    throw new MigratorError('state', what, {
      hint: 'Install one version of the program on all machines, then run the command again.',
      retry: 'fatal',
      cause,
    });
  }
}
