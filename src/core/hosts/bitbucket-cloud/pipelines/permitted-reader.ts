import { MigratorError } from '../../../kernel/errors.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { isRefused } from '../http/scope-refusals.ts';
import { createVariableReader, type ReadVariables } from './variable-pages.ts';

/** The scope that lists of Pipelines need, as these credentials name it. */
export function pipelineScope({ access }: BitbucketCloud): string {
  return access.variant === 'api-token' ? 'read:pipeline:bitbucket' : 'pipeline';
}

/**
 * Reads lists of Pipelines, and names the missing scope where the host refuses one.
 * @param needing.doing `Reading the names of pipeline variables` @param needing.role who may
 */
export function createPermittedReader(
  bitbucket: BitbucketCloud,
  { doing, role }: { readonly doing: string; readonly role: string },
): ReadVariables {
  const read = createVariableReader(bitbucket);
  /** A list that these credentials could read. */
  let opened: string | null = null;
  return async (list) => {
    try {
      const rows = await read(list);
      opened = list.path;
      return rows;
    } catch (error) {
      if (!(error instanceof MigratorError)) throw error;
      if (!(await isRefused(bitbucket, error, { opened, signal: list.signal }))) throw error;
      throw new MigratorError('permission', error.message, {
        hint: `${doing} needs the ${pipelineScope(bitbucket)} scope and ${role}.`,
        detail: error.detail,
        status: error.status,
        cause: error,
      });
    }
  };
}
