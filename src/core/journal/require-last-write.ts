import { MigratorError } from '../kernel/errors.ts';
import type { Cancellable, RepositoryName } from '../ports/records/target-address.ts';
import type { TargetHost } from '../ports/target-host.ts';
import { isReplaced } from './target-gone.ts';

/**
 * Makes sure that the last write has reached the repository it was meant for. Before each one the id is asked, so the next finds
 * out about the one before; after the last there is no next. One request.
 * @param last.id of the repository that the migration has created
 * @throws `not-found` where the name leads to another one
 */
export async function requireLastWrite(
  target: Pick<TargetHost, 'findRepository'>,
  last: RepositoryName & Cancellable & { readonly id: string },
): Promise<void> {
  const { id, ...name } = last;
  if (!isReplaced(await target.findRepository(name), id)) return;
  const fullName = `${name.owner}/${name.name}`;
  throw new MigratorError('not-found', `${fullName} is now a different repository`, {
    hint: 'The last request may have reached the new one. Check it, and rename the original back.',
    retry: 'no',
  });
}
