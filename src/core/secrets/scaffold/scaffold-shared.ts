import { newRun } from '../../run/shared/lead-run.ts';
import { shareIfFree } from '../../run/shared/tasks/share-if-free.ts';
import type { OpenedScaffold } from './open-scaffold.ts';
import { scaffold } from './scaffold.ts';
import type { ScaffoldOptions } from './scaffold-run.ts';
import type { ScopeReport } from './scope-report.ts';

/** With all processes that join, where the plan was migrated and nobody else works on its migration. */
export function scaffoldShared(work: OpenedScaffold): Promise<readonly ScopeReport[]> {
  const { services, migration, host, owner, journal, signal } = work;
  const { lease } = journal;
  if (migration === null || lease === null) return scaffold({ ...work, shared: null });
  const options: ScaffoldOptions = { host: host.hostname, owner, lease };
  const run = newRun('secrets', options);
  return shareIfFree(services, { migration, run }, (leading) => {
    if (leading === null) return scaffold({ ...work, shared: null });
    const { shared, lost } = leading;
    return scaffold({ ...work, shared, signal: AbortSignal.any([signal, lost]) });
  });
}
