import type { WizardContext } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import { pickedName } from './pick-state.ts';
import type { DiscoverySlice } from './state.ts';

export type DiscoveryContext = WizardContext<DiscoverySlice & CredentialsSlice & WelcomeSlice>;

/** Reads the workspace that is selected, and goes on to its repositories where nothing has to be said of it. */
export function discoverWorkspace({ store, session, tasks, forward }: DiscoveryContext): void {
  const workspace = pickedName(store.getState().discovery.pick);
  if (workspace === '') return;
  tasks.run(
    'discover',
    (signal) => session.discover({ workspace, signal }),
    (task) => {
      store.dispatch({ type: 'discovery', action: { type: 'task', asked: workspace, task } });
      const isPlain = task.status === 'done' && task.value.leftOut.length === 0;
      if (isPlain && task.value.repositories.length > 0) forward('discovery');
    },
  );
}

/** What was found is dropped with it. */
export function stopDiscovery({ store, tasks }: DiscoveryContext): void {
  tasks.stop('discover');
  store.dispatch({ type: 'discovery', action: { type: 'task', asked: '', task: idle } });
}
