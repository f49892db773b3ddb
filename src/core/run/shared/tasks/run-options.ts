import type * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { safe } from '../../../kernel/format/terminal-text.ts';
import type { SharedRun } from '../../../ports/state/shared-run.ts';

/**
 * Reads what the process that leads a run has settled for all that join it.
 * @throws `state` where it is nothing that this program has written
 */
export function readRunOptions<T>(
  schema: z.ZodType<T>,
  {
    migration,
    run,
  }: { readonly migration: string; readonly run: Pick<SharedRun, 'task' | 'options'> },
): T {
  return read(schema, run.options, `the options of \`${run.task}\` of migration ${migration}`);
}

/** The same for one repository. @throws `state` */
export function readTaskOptions<T>(
  schema: z.ZodType<T>,
  { source, taskOptions }: { readonly source: string; readonly taskOptions: string },
): T {
  return read(schema, taskOptions, `the work on ${safe(source)}`);
}

function read<T>(schema: z.ZodType<T>, text: string, what: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new MigratorError('state', `Cannot read ${what}`, {
      hint: 'Install the same version of the program on all machines, then run the command again.',
      retry: 'fatal',
      cause,
    });
  }
}
