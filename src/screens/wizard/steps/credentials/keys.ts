import type { Binding } from '../../../../ui/keys/keymap.ts';
import { moveKeys, turnKeys } from '../../engine/view.ts';
import { asksMore, verbOf } from '../welcome/state.ts';
import type { CredentialsState } from './model.ts';
import type { CredentialsAction } from './state.ts';
import { hasChoices, isVerified, missingField, problemOf } from './values.ts';
import { type CredentialsContext, proceed, stopGh, takeGhToken, verify } from './verify.ts';

export function credentialsKeys(context: CredentialsContext): readonly Binding[] {
  const { store } = context;
  const { credentials } = store.getState();
  const act = (action: CredentialsAction) => store.dispatch({ type: 'credentials', action });
  if (credentials.ghTask === 'asking') return ghKeys(context);
  if (credentials.ghTask.status === 'running') {
    return [{ keys: ['esc'], label: 'stop', help: 'Stop gh', run: () => stopGh(context) }];
  }
  return [
    proceedKey(context),
    ...moveKeys('field', (by) => act({ type: 'move', by })),
    ...(hasChoices(credentials) ? turnKeys((by) => act({ type: 'turn', by })) : []),
    ...(credentials.focus === 'DST_TOKEN' || !hasChoices(credentials)
      ? []
      : [{ keys: ['space'], help: 'Next choice', run: () => act({ type: 'turn', by: 1 }) }]),
  ];
}

/** The whole path, or as far as the next thing that is missing. */
function proceedKey(context: CredentialsContext): Binding {
  const { store } = context;
  const { credentials, welcome } = store.getState();
  const { resuming } = welcome;
  const act = (action: CredentialsAction) => store.dispatch({ type: 'credentials', action });
  const isReady = isVerified(credentials);
  function goOn(): void {
    if (isReady) proceed(context);
    else if (wantsGh(credentials)) act({ type: 'gh', task: 'asking' });
    else {
      verify(context);
      const missing = missingField(credentials);
      if (missing === undefined) return;
      act({ type: 'focus', name: missing.name });
      store.dispatch({ type: 'notice', text: problemOf(credentials, missing) });
    }
  }
  const onward = resuming === null || asksMore(resuming) ? 'continue' : verbOf(resuming);
  return {
    keys: ['enter'],
    label: isReady ? onward : 'check',
    help: isReady
      ? 'Continue with these credentials'
      : 'Check the credentials, or go to the first missing one',
    run: goOn,
  };
}

/** gh is selected and has not been asked, or failed. */
function wantsGh({ focus, way, gh }: CredentialsState): boolean {
  return focus === 'DST_TOKEN' && way === 'gh' && gh === null;
}

function ghKeys(context: CredentialsContext): readonly Binding[] {
  return [
    { keys: ['enter', 'y'], label: 'run gh', help: 'Run gh', run: () => takeGhToken(context) },
    { keys: ['esc', 'n'], label: 'not now', help: 'Cancel', run: () => stopGh(context) },
  ];
}
