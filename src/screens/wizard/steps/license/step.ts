import type { Step } from '../../engine/step.ts';
import { errandScreen } from '../errand/screen.ts';
import {
  type ErrandAction,
  type ErrandSlice,
  type ErrandState,
  initialErrand,
  reduceErrand,
} from '../errand/state.ts';

export type LicenseSlice = ErrandSlice<'license'>;

export const licenseStep: Step<'license', ErrandState, ErrandAction> = {
  name: 'license',
  isAside: true,
  initial: () => initialErrand,
  reduce: reduceErrand,
  about: () =>
    "Show this machine's license, register for a Free one, or activate a key. Only your email goes to the license service.",
  title: () => 'License',
  place: ({ isDemo }) => (isDemo ? null : 'License'),
  ...errandScreen<LicenseSlice>({
    head: 'The same without the wizard:',
    read: ({ license }) => license,
    act: ({ store }, action) => store.dispatch({ type: 'license', action }),
    run: ({ errands }, request) => errands.license.run(request),
  }),
};
