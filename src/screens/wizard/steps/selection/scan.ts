import type { TimedEvent } from '../../../../core/ports/records/events.ts';
import type { WizardContext } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import type { OptionsSlice } from '../state/options.ts';
import { freeRequests, type SelectionSlice } from './model.ts';

export type SelectionContext = WizardContext<SelectionSlice & DiscoverySlice & OptionsSlice>;

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

/** Learns what a scan of the whole workspace costs, and starts it where that is little. */
export function scanIfCheap(context: SelectionContext): void {
  const { store, session, tasks } = context;
  const { discovery, selection } = store.getState();
  if (discovery.task.status !== 'done' || selection.scan.status === 'running') return;
  const { inventory, repositories } = discovery.task.value;
  const open = repositories.filter(({ slug }) => !selection.facts.has(slug));
  if (open.length === 0) return;
  const scope = { workspace: inventory.source.workspace, repositories: open };
  tasks.run(
    'cost',
    () => session.deepScanCost(scope),
    (task) => {
      if (task.status !== 'done') return;
      store.dispatch({ type: 'selection', action: { type: 'cost', cost: task.value } });
      if (task.value.requests >= freeRequests) return;
      runScan(context, scope, { isBackground: true });
    },
  );
}

export function startScan(context: SelectionContext): void {
  const scope = scanScope(context);
  if (scope !== null) runScan(context, scope, { isBackground: false });
}

function runScan(
  { store, session, tasks }: SelectionContext,
  scope: NonNullable<ReturnType<typeof scanScope>>,
  { isBackground }: { isBackground: boolean },
): void {
  tasks.run(
    'scan',
    (signal) => session.deepScan({ ...scope, signal }),
    (scan) => store.dispatch({ type: 'selection', action: { type: 'scan', scan, isBackground } }),
  );
}

/** Keeps the results so far. */
export function stopScan({ store, tasks }: SelectionContext): void {
  tasks.stop('scan');
  store.dispatch({ type: 'selection', action: { type: 'scan', scan: idle } });
  store.dispatch({ type: 'selection', action: { type: 'offer', offer: null } });
}

export function onScanEvent(context: SelectionContext, event: TimedEvent): void {
  const { store } = context;
  if (event.type === 'deep-look-planned') {
    const { requests } = event;
    store.dispatch({ type: 'selection', action: { type: 'planned', requests } });
    const { scan, isBackground } = store.getState().selection;
    const isDear = isBackground && scan.status === 'running' && requests >= freeRequests;
    // More than the number of repositories promised: now it must be asked for.
    if (isDear) {
      stopScan(context);
      store.dispatch({ type: 'selection', action: { type: 'cost', cost: event } });
    }
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
