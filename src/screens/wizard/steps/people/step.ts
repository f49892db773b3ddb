import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Step } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import { failureView } from '../../engine/view.ts';
import { peopleKeys } from './keys.ts';
import { openMap, type PeopleContext, type PeopleKnown, saveMap } from './session.ts';
import {
  initialPeople,
  loginOf,
  type PeopleAction,
  type PeopleState,
  reducePeople,
  suggestionOf,
} from './state.ts';
import { peopleUndo } from './undo.ts';
import { isUsable, peopleView } from './view.ts';

/** The user map, row by row. The options lead here, and back leads there. */
export const peopleStep: Step<'people', PeopleState, PeopleAction, PeopleKnown> = {
  name: 'people',
  isSkipped: ({ step }) => step !== 'people',
  initial: () => initialPeople,
  reduce: reducePeople,
  undo: peopleUndo,
  input: (input) => input,
  title: () => 'People',
  about: () =>
    'Match people to GitHub logins. Accept suggestions one by one, or all with enough confidence. Nothing is written until you save.',
  body: ({ people }, options) => ({ lines: peopleView(people, options) }),
  keys: peopleKeys,
  typesQuestionMarks: ({ people }) => people.typing !== null,
  question: ({ people }) => JSON.stringify([people.task.status, people.typing !== null]),
  ask,
  busy: ({ people }) => (people.suggestions.status === 'running' ? 'Looking for people' : null),
  enter: openMap,
  leave({ store, tasks }) {
    tasks.stop('people');
    tasks.stop('suggestions');
    const { people } = store.getState();
    if (people.suggestions.status !== 'running') return;
    store.dispatch({ type: 'people', action: { type: 'suggestions', task: idle } });
  },
};

/** Lists the people until none is to be changed. */
async function ask(context: PeopleContext, io: PromptIO): Promise<void> {
  const { store, back } = context;
  const act = (action: PeopleAction) => store.dispatch({ type: 'people', action });
  const state = await until(
    store,
    ({ people }) => hasEnded(people.task) && people.suggestions.status !== 'running',
  );
  const { task, rows } = state.people;
  if (task.status === 'failed') {
    io.say(failureView(task.failure, plainView));
    return back();
  }
  if (rows.length === 0) {
    io.say(peopleView(state.people, { ...plainView, height: 20 }));
    return back();
  }
  for (;;) {
    const { people } = store.getState();
    const labels = rows.map((row) => `${safe(row.name)}: ${safe(loginOf(people, row)) || 'none'}`);
    const ways = ['Save and return', `Accept all with a confidence of at least ${people.least}`];
    const number = await io.choose('People', [...ways, ...labels]);
    if (number === 0) break;
    if (number === 1) act({ type: 'accept-all' });
    else await change(context, io, number - ways.length);
  }
  saveMap(context);
  const saved = await until(store, ({ people }) => hasEnded(people.save) || people.save === idle);
  if (saved.people.save.status !== 'failed') return;
  io.say(failureView(saved.people.save.failure, plainView));
  back();
}

async function change({ store }: PeopleContext, io: PromptIO, at: number): Promise<void> {
  const act = (action: PeopleAction) => store.dispatch({ type: 'people', action });
  const height = store.getState().people.rows.length;
  act({ type: 'clear-filter' });
  act({ type: 'move', move: 'home', height });
  for (let row = 0; row < at; row += 1) act({ type: 'move', move: 'down', height });
  const { people } = store.getState();
  const row = people.rows[at];
  const candidates = row === undefined ? [] : (suggestionOf(people, row)?.candidates ?? []);
  io.say(candidates.map(({ login, confidence }) => `  ${safe(login)} (${confidence})`));
  const login = (await io.ask('Login (empty: none): ')).replace(/^@/, '');
  if (isUsable(login)) act({ type: 'login', login });
  else io.say(['Not a valid login.']);
}
