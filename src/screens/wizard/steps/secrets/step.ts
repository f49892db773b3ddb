import type { StateOf } from '../../engine/state.ts';
import type { Step } from '../../engine/step.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import { firstOrganization, isVerified } from '../credentials/values.ts';
import { pickedName } from '../discovery/pick-state.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import { errandScreen } from '../errand/screen.ts';
import {
  type ErrandAction,
  type ErrandSlice,
  type ErrandState,
  initialErrand,
  reduceErrand,
} from '../errand/state.ts';
import { type OptionsSlice, optionsOf } from '../state/options.ts';

type Known = CredentialsSlice & DiscoverySlice & OptionsSlice;
export type SecretsSlice = ErrandSlice<'secrets'>;

export const secretsStep: Step<'secrets', ErrandState, ErrandAction, Known> = {
  name: 'secrets',
  isAside: true,
  initial: () => initialErrand,
  reduce: reduceErrand,
  about: () =>
    'Runs the secrets commands one by one and shows their output. Nothing is written until you say yes.',
  title: () => 'Secrets',
  // Its commands need both hosts and a workspace.
  place: ({ credentials, discovery }) =>
    isVerified(credentials) && pickedName(discovery.pick) !== '' ? 'Secrets' : null,
  ...errandScreen<SecretsSlice & Known>({
    head: 'The same without the wizard, with the credentials in the environment:',
    read: ({ secrets }) => secrets,
    act: ({ store }, action) => store.dispatch({ type: 'secrets', action }),
    run: ({ store, errands }, request) =>
      errands.secrets.run({ ...request, ...placesOf(store.getState()) }),
  }),
};

/** An organization that was typed in the options is not asked for again. */
function placesOf({ credentials, discovery, options }: StateOf<Known>) {
  const { organization } = optionsOf(options);
  return {
    workspace: pickedName(discovery.pick),
    organization: organization === '' ? firstOrganization(credentials) : organization,
  };
}
