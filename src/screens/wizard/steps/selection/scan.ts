import type { TimedEvent } from '../../../../core/ports/events.ts';
import type { WizardContext } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import type { SelectionSlice } from './state.ts';

export type SelectionContext = WizardContext<SelectionSlice & DiscoverySlice>;

/** Offers a deep scan of the selected repositories with its cost. */
export function offerScan(context: SelectionContext): void {
  const { store, session, tasks } = context;
  const scope = scanScope(context);
  if (scope === null) return;
  tasks.run(
    'offer',
    () => session.deepScanCost(scope),
    (offer) => store.dispatch({ type: 'selection', action: { type: 'offer', offer } }),
  );
}

export function startScan(context: SelectionContext): void {
  const { store, session, tasks } = context;
  const scope = scanScope(context);
  if (scope === null) return;
  tasks.run(
    'scan',
    (signal) => session.deepScan({ ...scope, signal }),
    (scan) => store.dispatch({ type: 'selection', action: { type: 'scan', scan } }),
  );
}

/** Keeps the results so far. */
export function stopScan({ store, tasks }: SelectionContext): void {
  tasks.stop('scan');
  store.dispatch({ type: 'selection', action: { type: 'scan', scan: idle } });
  store.dispatch({ type: 'selection', action: { type: 'offer', offer: null } });
}

export function onScanEvent({ store }: SelectionContext, event: TimedEvent): void {
  if (event.type === 'deep-look-planned') {
    const { requests } = event;
    store.dispatch({ type: 'selection', action: { type: 'planned', requests } });
  }
  if (event.type === 'deep-look-progress') {
    const { looked, repositories } = event;
    store.dispatch({ type: 'selection', action: { type: 'progress', looked, repositories } });
  }
}

function scanScope({ store }: SelectionContext) {
  const { discovery, selection } = store.getState();
  if (discovery.task.status !== 'done') return null;
  const { inventory, repositories } = discovery.task.value;
  const selected = repositories.filter(({ slug }) => selection.selected.has(slug));
  return { workspace: inventory.source.workspace, repositories: selected };
}
