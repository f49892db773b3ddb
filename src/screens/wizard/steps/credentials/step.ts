import type { Binding } from '../../../../ui/keys/keymap.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Step, WizardContext } from '../../engine/step.ts';
import { fitted, moveKeys } from '../../view.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import {
  type CredentialsAction,
  type CredentialsSlice,
  type CredentialsState,
  fieldsOf,
  initialCredentials,
  isComplete,
  isMissing,
  isVerified,
  reduceCredentials,
  type Side,
  typedCredentials,
} from './state.ts';
import { credentialsView } from './view.ts';

export const credentialsStep: Step<
  'credentials',
  CredentialsState,
  CredentialsAction,
  WelcomeSlice
> = {
  name: 'credentials',
  initial: ({ environment }) => initialCredentials(environment),
  reduce: reduceCredentials,
  input: (input) => input,
  title: () => 'Credentials',
  body: ({ credentials }, options) => ({
    lines: fitted(credentialsView(credentials, options), options),
  }),
  keys: credentialsKeys,
  ask,
  busy({ credentials: { source, target } }) {
    const isVerifying = source.status === 'running' || target.status === 'running';
    return isVerifying ? 'Checking the credentials' : null;
  },
  enter: verify,
};

/** Takes secrets from the environment only: what is typed here is seen and heard. */
async function ask(context: CredentialsContext, io: PromptIO): Promise<void> {
  const { store, forward, end } = context;
  const { credentials, welcome } = await until(store, (state) =>
    (['source', 'target'] as const).every(
      (side) => !isComplete(state.credentials, side) || hasEnded(state.credentials[side]),
    ),
  );
  io.say(['', ...credentialsView(credentials, plainView).lines]);
  if (!isVerified(credentials)) {
    io.say(['', 'Set what is missing or wrong in the environment, then start again.']);
    end({ kind: 'left', saved: null });
  } else if (welcome.resuming !== null) end({ kind: 'resume', id: welcome.resuming });
  else forward('credentials');
}

function credentialsKeys(context: CredentialsContext): readonly Binding[] {
  const { store, forward, end } = context;
  const { credentials, welcome } = store.getState();
  const { resuming } = welcome;
  const act = (action: CredentialsAction) => store.dispatch({ type: 'credentials', action });
  const isReady = isVerified(credentials);

  function proceed(): void {
    if (isReady && resuming !== null) end({ kind: 'resume', id: resuming });
    else if (isReady) forward('credentials');
    else {
      verify(context);
      const missing = fieldsOf(credentials).find((field) => isMissing(credentials, field));
      if (missing !== undefined) act({ type: 'focus', variable: missing.variable });
    }
  }
  const onward = resuming === null ? 'continue' : 'resume';
  return [
    {
      keys: ['enter'],
      label: isReady ? onward : 'check',
      help: isReady ? `Continue: ${onward}` : 'Check the credentials, or go to what is missing',
      run: proceed,
    },
    ...moveKeys('field', (by) => act({ type: 'move', by })),
    {
      keys: ['ctrl+t'],
      label: 'kind',
      help: 'Switch the kind of Bitbucket credentials',
      run: () => act({ type: 'variant' }),
    },
  ];
}

type CredentialsContext = WizardContext<CredentialsSlice & WelcomeSlice>;

/** Verifies all credentials that are complete and not verified yet. */
function verify({ store, session, tasks, dropLater }: CredentialsContext): void {
  const { credentials } = store.getState();
  const sides: readonly Side[] = ['source', 'target'];
  const complete = sides.filter((side) => isComplete(credentials, side));
  // A running check has other credentials: it starts over with these.
  const open = complete.filter((side) => credentials[side].status !== 'done');
  if (open.every((side) => credentials[side].status === 'running')) return;
  session.setCredentials(typedCredentials(credentials));
  if (open.includes('source')) {
    // Another account may read other repositories.
    dropLater('credentials');
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
