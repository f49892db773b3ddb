import type { StateOf } from '../../engine/state.ts';
import type { BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { fitted } from '../../shared/view.ts';
import { kindOf } from '../credentials/source-kind.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { SelectionSlice } from '../selection/state.ts';
import { ask } from './ask.ts';
import { optionsKeys } from './keys.ts';
import {
  initialOptions,
  type OptionsAction,
  type OptionsSlice,
  type OptionsState,
  reduceOptions,
} from './state.ts';
import { optionsView, selectionForecast } from './view.ts';

type Known = OptionsSlice & CredentialsSlice & SelectionSlice;

export const optionsStep: Step<'options', OptionsState, OptionsAction, Known> = {
  name: 'options',
  initial: ({ last }) => initialOptions(last.options),
  reduce: reduceOptions,
  input: (input) => input,
  title: () => 'Options',
  body: (state, options) => ({ lines: fitted(viewOf(state, options), options) }),
  keys: optionsKeys,
  ask,
  busy: ({ options }) => (options.check.status === 'running' ? 'Checking the user map' : null),
  start: readConfig,
  enter({ store }) {
    const owners = resultOf(store.getState().credentials.target)?.owners ?? [];
    store.dispatch({ type: 'options', action: { type: 'owners', owners } });
  },
  leave({ store, tasks }) {
    tasks.stop('user-map');
    if (store.getState().options.check.status !== 'running') return;
    store.dispatch({ type: 'options', action: { type: 'check', check: idle } });
  },
};

function readConfig({ store, session, tasks }: WizardContext<Known>): void {
  tasks.run(
    'config',
    () => session.config(),
    (task) => {
      const config = resultOf(task);
      if (config !== null) store.dispatch({ type: 'options', action: { type: 'config', config } });
    },
  );
}

function viewOf({ credentials, selection, options: state }: StateOf<Known>, options: BodyOptions) {
  const targetIsLimited = resultOf(credentials.target)?.isLimited;
  const kind = kindOf(credentials);
  const forecast = selectionForecast(selection, { kind, targetIsLimited });
  return optionsView(state, { ...options, forecast, limit: selection.limit });
}
