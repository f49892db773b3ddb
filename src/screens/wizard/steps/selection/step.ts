import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { PromptIO } from '../../engine/prompt-io.ts';
import type { Step } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import { type DiscoverySlice, discoveredOf } from '../discovery/state.ts';
import { matchesOf } from './items.ts';
import { selectionKeys } from './keys.ts';
import { limitText, overLimit } from './limit.ts';
import { onScanEvent, type SelectionContext } from './scan.ts';
import {
  initialSelection,
  reduceSelection,
  type SelectionAction,
  type SelectionState,
} from './state.ts';
import { selectionView } from './view.ts';

export const selectionStep: Step<'selection', SelectionState, SelectionAction, DiscoverySlice> = {
  name: 'selection',
  initial: () => initialSelection,
  reduce: reduceSelection,
  input: (input) => input,
  title: () => 'Repositories',
  body: ({ selection }, options) => ({ lines: selectionView(selection, options) }),
  keys: selectionKeys,
  ask,
  busy: ({ selection }) => (selection.scan.status === 'running' ? 'Scanning pull requests' : null),
  enter,
  leave({ store, tasks }) {
    tasks.stop('scan');
    tasks.stop('offer');
    store.dispatch({ type: 'selection', action: { type: 'cancel-scan' } });
  },
  onEvent: onScanEvent,
};

function enter({ store, session, tasks }: SelectionContext): void {
  const found = discoveredOf(store.getState().discovery);
  if (found !== null) {
    const { inventory } = found;
    store.dispatch({ type: 'selection', action: { type: 'inventory', inventory } });
  }
  // Each time: a license may have been activated since.
  tasks.run('limit', session.planLimit, (task) => {
    const limit = resultOf(task);
    if (limit !== null) store.dispatch({ type: 'selection', action: { type: 'limit', limit } });
  });
}

/** Asks for patterns until an empty answer. */
async function ask(context: SelectionContext, io: PromptIO): Promise<void> {
  const { store, session, forward } = context;
  for (;;) {
    const { items, selected } = store.getState().selection;
    const limit = await session.planLimit();
    const text = limitText(limit, selected.size);
    io.say([
      '',
      `${selected.size} of ${count(items.length, 'repository', 'repositories')} selected.`,
      ...(text === '' ? [] : [`${text}.`]),
    ]);
    const answer = await io.ask(
      'A pattern such as payments-*, !old-* to clear, "all", "list", or Enter to continue: ',
    );
    const isOver = overLimit(limit, selected.size);
    if (answer === '' && isOver !== null) io.say([`Cannot continue: ${isOver}.`]);
    else if (answer === '' && selected.size > 0) return forward('selection');
    else change(context, io, answer);
  }
}

function change({ store }: SelectionContext, io: PromptIO, answer: string): void {
  const { items, selected } = store.getState().selection;
  const dispatch = (action: SelectionAction) => store.dispatch({ type: 'selection', action });
  if (answer === 'all') dispatch({ type: 'all' });
  else if (answer === 'list') {
    io.say(items.map(({ slug }) => `  ${selected.has(slug) ? 'x' : '-'} ${safe(slug)}`));
  } else if (matchesOf({ items }, answer).length === 0) io.say(['No matches.']);
  else {
    dispatch({ type: 'pattern', on: true });
    dispatch({ type: 'paste', text: answer });
    dispatch({ type: 'use-pattern' });
  }
}
