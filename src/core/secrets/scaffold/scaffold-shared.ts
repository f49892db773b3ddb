import { newRun } from '../../run/shared/lead-run.ts';
import { shareIfFree } from '../../run/shared/together/share-if-free.ts';
import type { OpenedScaffold } from './open-scaffold.ts';
import { scaffold } from './scaffold.ts';
import type { ScaffoldOptions } from './scaffold-run.ts';
import type { ScopeReport } from './scope-report.ts';

/** With all processes that join, where the plan was migrated and nobody else works on its migration. */
export function scaffoldShared(work: OpenedScaffold): Promise<readonly ScopeReport[]> {
  const { services, migration, host, owner, journal, signal } = work;
  const { lease } = journal;
  if (migration === null || lease === null) return scaffold({ ...work, together: null });
  const options: ScaffoldOptions = { host: host.hostname, owner, lease };
  const run = newRun('secrets', options);
  return shareIfFree(services, { migration, run }, (shared) => {
    if (shared === null) return scaffold({ ...work, together: null });
    const { together, lost } = shared;
    return scaffold({ ...work, together, signal: AbortSignal.any([signal, lost]) });
  });
}
