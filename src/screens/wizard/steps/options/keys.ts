import { isTyped } from '../../../../core/options/controls.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { until } from '../../engine/prompt-io.ts';
import type { StateOf } from '../../engine/state.ts';
import type { WizardContext } from '../../engine/step.ts';
import { moveKeys, turnKeys } from '../../engine/view.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import type { PeopleSlice } from '../people/state.ts';
import type { SelectionSlice } from '../selection/model.ts';
import { type OptionsAction, type OptionsSlice, optionsOf } from '../state/options.ts';
import { isKnownOwner, ownerCheck } from '../state/owner.ts';
import { findKey } from './large-files.ts';
import { checkOwner } from './organization.ts';
import { asksForWord } from './publication.ts';

type OptionsContext = WizardContext<
  OptionsSlice & SelectionSlice & PeopleSlice & CredentialsSlice & DiscoverySlice
>;

export function optionsKeys(context: OptionsContext): readonly Binding[] {
  const { store, forward } = context;
  const { options } = store.getState();
  const act = (action: OptionsAction) => store.dispatch({ type: 'options', action });
  const values = optionsOf(options);
  /** @param again also after a failed check: the file may have been corrected */
  function leaveMap({ again }: { again: boolean }): void {
    const now = store.getState().options;
    const { userMap } = optionsOf(now);
    const { status } = now.check;
    const isOpen = status === 'idle' || (again && status === 'failed');
    if (userMap !== '' && isOpen) checkMap(context, userMap);
  }
  if (options.publication === 'asked') {
    const close = () => act({ type: 'publication', publication: 'unconfirmed' });
    // The field of the word handles its keys itself.
    return [{ keys: ['esc'], label: 'back', help: 'Back to the options', run: close }];
  }
  const hasChoices = options.focus === 'organization' || !isTyped(options.focus);
  function proceed(): void {
    leaveMap({ again: true });
    const now = store.getState().options;
    if (!isKnownOwner(now)) {
      act({ type: 'focus', name: 'organization' });
      checkOwner(context, proceed);
    } else if (now.check.status === 'running') {
      // Wait for the result.
      act({ type: 'focus', name: 'userMap' });
    } else if (asksForWord(store.getState())) act({ type: 'publication', publication: 'asked' });
    else forward('options');
  }
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Continue to the review',
      disabled: values.organization === '' ? 'an organization is needed' : null,
      run: proceed,
    },
    // Before the others: a narrow footer has no room for the last.
    ...(options.focus === 'userMap' ? [peopleKey(context)] : []),
    ...(options.focus === 'largeFiles' ? [findKey(context)] : []),
    ...moveKeys('field', (by) => {
      leaveMap({ again: false });
      const now = store.getState().options;
      const isOpen = now.focus === 'organization' && ownerCheck(now).status === 'idle';
      if (isOpen) checkOwner(context);
      act({ type: 'move', by });
    }),
    ...(hasChoices ? turnKeys((by) => act({ type: 'turn', by })) : []),
  ];
}

function peopleKey({ enter }: OptionsContext): Binding {
  return {
    keys: ['ctrl+e'],
    label: 'people',
    help: 'Edit the user map, with suggestions',
    run: () => enter('people'),
  };
}

/** Checks whom the user map means, and who is missing, once the scan in the background has found the people. */
function checkMap({ store, session, tasks }: OptionsContext, path: string): void {
  tasks.run(
    'user-map',
    async (signal) => {
      const isScanned = (state: StateOf<SelectionSlice>) =>
        state.selection.scan.status !== 'running';
      const { selection } = await until(store, isScanned);
      signal.throwIfAborted();
      const workspace = selection.inventory?.source.workspace ?? '';
      return session.checkUserMap({ path, people: selection.people, workspace, signal });
    },
    (check) => store.dispatch({ type: 'options', action: { type: 'check', check } }),
  );
}
