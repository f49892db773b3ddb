import { hasCode } from '../../../kernel/errors.ts';
import type { SharedRun } from '../../../ports/state/shared-run.ts';
import { StateLost } from '../../../ports/state/shared-run.ts';
import type { MigrationServices } from '../../../replica/context/migration-context.ts';
import { type LeaseHandle, withLease } from '../../control/keep-lease.ts';
import type { RunToLead } from '../lead-run.ts';

type Free = Pick<MigrationServices, 'store' | 'process' | 'clock' | 'lease' | 'sharing'>;

/**
 * For what may go on beside other commands: shares the run where nobody else works on the migration. Where somebody does,
 * or it cannot be shared, this process works by itself and disturbs nobody.
 */
export async function shareIfFree<T>(
  services: Free,
  { migration, run }: { readonly migration: string; readonly run: SharedRun },
  use: (leading: { readonly shared: RunToLead; readonly lost: AbortSignal } | null) => Promise<T>,
): Promise<T> {
  const { sharing } = services;
  if (sharing === null) return use(null);
  const left = await sharing.runs.findRun(migration);
  // Its workers may go on without the process that led them.
  if (left !== null && left.task !== run.task) return use(null);
  // Asked without writing: a newer program's first write would end the run of an older one.
  if ((await services.store.findHolder(migration)) !== null && left === null) return use(null);
  let isFree = false;
  const begin = ({ writer, lost }: LeaseHandle) => {
    isFree = true;
    return use({ shared: { services, sharing, migration, writer, run }, lost });
  };
  try {
    return await withLease(services, migration, begin, run.task);
  } catch (thrown) {
    const isKept = !isFree && hasCode(thrown, 'state') && !(thrown instanceof StateLost);
    if (!isKept) throw thrown;
    return use(null);
  }
}
