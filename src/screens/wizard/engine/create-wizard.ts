import type { TimedEvent } from '../../../core/events.ts';
import type { WizardOutcome } from '../../../core/wizard/outcome.ts';
import type { WizardSession } from '../../../core/wizard/session.ts';
import { createStore, type Store } from '../../../ui/store.ts';
import type { Preferences } from '../preferences.ts';
import { initialWizard, reduceWizard, type WizardAction, type WizardState } from './state.ts';
import type { Hands } from './step.ts';
import { createTasks } from './tasks.ts';

/** Everything that the screens work with, before the first of them is drawn. */
export function createHands(options: {
  session: (onEvent: (event: TimedEvent) => void) => WizardSession;
  preferences: Preferences;
  environment: Readonly<Record<string, string | undefined>>;
  config: string | undefined;
  isDemo: boolean;
}): Hands {
  const { preferences, environment, isDemo, config } = options;
  const last = preferences.read();
  const store = createStore(reduceWizard, initialWizard({ environment, last, isDemo }));
  const tasks = createTasks();
  const session = options.session((event) => tell(store, event));
  function end(outcome: WizardOutcome): void {
    tasks.stopAll();
    store.dispatch({ type: 'end', outcome });
  }
  return { store, session, preferences, tasks, config, end };
}

/** Asks what the first screen and the options show. */
export function begin({ store, session, tasks }: Hands): void {
  tasks.run(
    'ongoing',
    () => session.ongoing(),
    (task) => store.dispatch({ type: 'ongoing', task }),
  );
  tasks.run(
    'config',
    () => session.config(),
    (task) => {
      if (task.status === 'done') {
        store.dispatch({ type: 'options', action: { type: 'config', config: task.value } });
      }
    },
  );
}

function tell(store: Store<WizardState, WizardAction>, event: TimedEvent): void {
  switch (event.type) {
    case 'discovery-progress':
      store.dispatch({
        type: 'discovery',
        action: { type: 'progress', found: event.found, total: event.total },
      });
      return;
    case 'deep-look-planned':
      store.dispatch({ type: 'selection', action: { type: 'planned', requests: event.requests } });
      return;
    case 'deep-look-progress': {
      const { looked, repositories } = event;
      store.dispatch({ type: 'selection', action: { type: 'progress', looked, repositories } });
      return;
    }
    case 'preflight-note':
      store.dispatch({ type: 'review', action: { type: 'note', message: event.message } });
      return;
    case 'waiting':
      store.dispatch({ type: 'waiting', host: event.host, until: event.until });
      return;
    default:
  }
}
