import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Step } from '../../engine/step.ts';
import { fitted } from '../../shared/view.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import { credentialsKeys } from './keys.ts';
import {
  type CredentialsAction,
  type CredentialsState,
  initialCredentials,
  isComplete,
  isVerified,
  reduceCredentials,
} from './state.ts';
import { type CredentialsContext, verify } from './verify.ts';
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

/** Secrets are not asked for, because what is typed here is seen and heard: they come from the environment. */
async function ask(context: CredentialsContext, io: PromptIO): Promise<void> {
  const { store, forward, end } = context;
  const { credentials, welcome } = await until(store, (state) =>
    (['source', 'target'] as const).every(
      (side) => !isComplete(state.credentials, side) || hasEnded(state.credentials[side]),
    ),
  );
  io.say(['', ...credentialsView(credentials, plainView).lines]);
  if (!isVerified(credentials)) {
    io.say(['', 'Set what is missing or wrong in the environment, and start again.']);
    end({ kind: 'left', saved: null });
  } else if (welcome.resuming !== null) end({ kind: 'resume', id: welcome.resuming });
  else forward('credentials');
}
