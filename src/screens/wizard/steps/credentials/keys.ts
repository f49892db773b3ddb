import type { Binding } from '../../../../ui/keys/keymap.ts';
import { fieldsOf, isMissing, isVerified } from './state.ts';
import { type CredentialsContext, verify } from './verify.ts';

export function credentialsKeys(context: CredentialsContext): readonly Binding[] {
  const { store, forward, end } = context;
  const { credentials, welcome } = store.getState();
  const { resuming } = welcome;
  const isReady = isVerified(credentials);

  function goOn(): void {
    if (isReady && resuming !== null) end({ kind: 'resume', id: resuming });
    else if (isReady) forward('credentials');
    else {
      verify(context);
      const missing = fieldsOf(credentials).find((field) => isMissing(credentials, field));
      if (missing !== undefined) {
        const action = { type: 'focus', variable: missing.variable } as const;
        store.dispatch({ type: 'credentials', action });
      }
    }
  }
  const move = (by: 1 | -1) => () =>
    store.dispatch({ type: 'credentials', action: { type: 'move', by } });
  const onward = resuming === null ? 'continue' : 'resume';
  return [
    {
      keys: ['enter'],
      label: isReady ? onward : 'check',
      help: isReady ? `Go on: ${onward}` : 'Check what is there, or go to what is missing',
      run: goOn,
    },
    { keys: ['down', 'tab'], label: 'next', help: 'The next field', run: move(1) },
    { keys: ['up', 'shift+tab'], help: 'The field before', run: move(-1) },
    {
      keys: ['ctrl+t'],
      label: 'kind',
      help: 'Another kind of credentials for Bitbucket',
      run: () => store.dispatch({ type: 'credentials', action: { type: 'variant' } }),
    },
  ];
}
