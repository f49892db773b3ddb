import type { Store } from '../../ports/store.ts';
import type { Standing } from './change-settings.ts';

export async function readStanding(store: Store, migration: string): Promise<Standing> {
  let pullRequests = 0;
  let passed = 0;
  for (const { source } of await store.listRepositories(migration)) {
    const objects = await store.listObjects(migration, source, 'pull-request');
    const steps = await store.listSteps(migration, source);
    const isPast = steps.some(
      ({ name, status }) => name === 'pull-requests' && (status === 'done' || status === 'skipped'),
    );
    pullRequests += objects.length;
    if (isPast || objects.length > 0) passed += 1;
  }
  return { pullRequests, passed };
}
