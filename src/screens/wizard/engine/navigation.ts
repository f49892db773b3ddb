import type { Finding } from '../../../core/doctor/finding.ts';
import { isComplete, type Side, typedCredentials } from '../steps/credentials/state.ts';
import { pickedName } from '../steps/discovery/pick-state.ts';
import { discoveredOf } from '../steps/discovery/state.ts';
import { review } from '../steps/review/save-plan.ts';
import { type Step, steps } from './state.ts';
import type { Hands } from './step.ts';
import { resultOf } from './task.ts';

/** Shows a step, and begins what it needs. */
export function enter(hands: Hands, step: Step): void {
  const { store } = hands;
  store.dispatch({ type: 'go', step });
  const state = store.getState();
  if (step === 'doctor') examine(hands);
  if (step === 'credentials') verify(hands);
  if (step === 'discovery') {
    const workspaces = resultOf(state.credentials.source)?.workspaces ?? [];
    const action = { type: 'options', options: workspaces } as const;
    store.dispatch({ type: 'discovery', action: { type: 'pick', action } });
  }
  if (step === 'selection') {
    const found = discoveredOf(state.discovery);
    if (found !== null) {
      const action = { type: 'inventory', inventory: found.inventory } as const;
      store.dispatch({ type: 'selection', action });
    }
  }
  if (step === 'selection') {
    // Anew each time: a license may have been activated meanwhile.
    hands.tasks.run('limit', hands.session.planLimit, (task) => {
      const limit = resultOf(task);
      if (limit === null) return;
      store.dispatch({ type: 'selection', action: { type: 'limit', limit } });
    });
  }
  if (step === 'options') {
    const owners = resultOf(state.credentials.target)?.owners ?? [];
    store.dispatch({ type: 'options', action: { type: 'owners', owners } });
  }
  if (step === 'review') review(hands);
}

/** The step before, with everything as it was. What was asked for there and goes on is stopped. */
export function back(hands: Hands): void {
  const { store, tasks } = hands;
  const { step } = store.getState();
  if (step === 'welcome') {
    store.dispatch({ type: 'leaving', on: true });
    return;
  }
  for (const name of ['doctor', 'discover', 'look', 'offer', 'review', 'user-map'])
    tasks.stop(name);
  settle(hands);
  const before = steps[steps.indexOf(step) - 1] ?? 'welcome';
  if (before === 'welcome') store.dispatch({ type: 'resume', id: null });
  store.dispatch({ type: 'go', step: before });
}

/** Looks at everything that a migration needs. */
export function examine({ store, session, tasks }: Hands): void {
  const note = (finding: Finding) =>
    store.dispatch({ type: 'doctor', action: { type: 'found', finding } });
  tasks.run(
    'doctor',
    (signal) => session.diagnose({ onFinding: note, signal }),
    (task) => store.dispatch({ type: 'doctor', action: { type: 'task', task } }),
  );
}

/** Nothing that was stopped still looks as if it went on. */
function settle({ store }: Hands): void {
  const { discovery, selection, review: reviewed, options } = store.getState();
  const idle = { status: 'idle' } as const;
  if (discovery.task.status === 'running') {
    store.dispatch({ type: 'discovery', action: { type: 'task', asked: '', task: idle } });
  }
  if (selection.look.status === 'running') {
    store.dispatch({ type: 'selection', action: { type: 'look', look: idle } });
  }
  if (selection.offer !== null) {
    store.dispatch({ type: 'selection', action: { type: 'offer', offer: null } });
  }
  if (reviewed.task.status === 'running') {
    store.dispatch({ type: 'review', action: { type: 'task', task: idle } });
  }
  if (options.check.status === 'running') {
    store.dispatch({ type: 'options', action: { type: 'check', check: idle } });
  }
}

/** Asks the hosts about all credentials that are complete and have not been asked about. */
export function verify(hands: Hands): void {
  const { store, session, tasks } = hands;
  const { credentials } = store.getState();
  const sides: readonly Side[] = ['source', 'target'];
  const complete = sides.filter((side) => isComplete(credentials, side));
  // What still goes on was asked with other credentials: it begins anew with these.
  const open = complete.filter((side) => credentials[side].status !== 'done');
  if (open.every((side) => credentials[side].status === 'running')) return;
  session.setCredentials(typedCredentials(credentials));
  if (open.includes('source')) {
    // Who reads may see something else now.
    const idle = { status: 'idle' } as const;
    store.dispatch({ type: 'discovery', action: { type: 'task', asked: '', task: idle } });
    tasks.run('source', session.verifySource, (task) => {
      store.dispatch({ type: 'credentials', action: { type: 'source', task } });
    });
  }
  if (open.includes('target')) {
    tasks.run('target', session.verifyTarget, (task) => {
      store.dispatch({ type: 'credentials', action: { type: 'target', task } });
    });
  }
}

/** Reads the workspace that is chosen, and goes on to the selection if there is nothing to be told of it. */
export function discoverWorkspace(hands: Hands): void {
  const { store, session, tasks } = hands;
  const workspace = pickedName(store.getState().discovery.pick);
  if (workspace === '') return;
  tasks.run(
    'discover',
    (signal) => session.discover({ workspace, signal }),
    (task) => {
      store.dispatch({ type: 'discovery', action: { type: 'task', asked: workspace, task } });
      const isPlain = task.status === 'done' && task.value.leftOut.length === 0;
      const hasAny = isPlain && task.value.repositories.length > 0;
      if (hasAny && store.getState().step === 'discovery') enter(hands, 'selection');
    },
  );
}
