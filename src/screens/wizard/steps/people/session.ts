import { peopleFile } from '../../../../core/users/people-file.ts';
import { withPeople } from '../../../../core/users/user-sheet.ts';
import type { WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import type { SelectionSlice } from '../selection/model.ts';
import { type OptionsSlice, optionsOf } from '../state/options.ts';
import type { ReviewSlice } from '../state/review.ts';
import { editedText, type PeopleMap, type PeopleSlice } from './state.ts';

export type PeopleKnown = OptionsSlice & SelectionSlice & ReviewSlice;

export type PeopleContext = WizardContext<PeopleKnown & PeopleSlice>;

/** Reads the user map that the options name, or begins one with everybody who was seen. Edits of the same map stay. */
export function openMap(context: PeopleContext): void {
  const { people, options } = context.store.getState();
  const { userMap } = optionsOf(options);
  const isSame = people.task.status === 'done' && people.named === userMap;
  if (isSame && people.edits.size > 0) findSuggestions(context);
  else readMap(context);
}

export function readMap(context: PeopleContext): void {
  const { store, tasks } = context;
  const { userMap: named } = optionsOf(store.getState().options);
  tasks.run(
    'people',
    () => mapOf(context, named),
    (task) => {
      store.dispatch({ type: 'people', action: { type: 'map', task, named } });
      if (task.status === 'done') findSuggestions(context);
    },
  );
}

async function mapOf({ store, session }: PeopleContext, named: string): Promise<PeopleMap> {
  const { people } = store.getState().selection;
  const users = people.filter(({ person }) => person.kind === 'user');
  if (named !== '') {
    const { text } = await session.readUserMap(named);
    return { text: withPeople(text, users), path: named, isNew: false };
  }
  const path = await session.freePath('users', '.csv');
  return { text: peopleFile(users), path, isNew: true };
}

/** In the background, where somebody has no login yet. */
function findSuggestions({ store, session, tasks }: PeopleContext): void {
  const { people, options } = store.getState();
  const { organization } = optionsOf(options);
  const map = resultOf(people.task);
  const isOpen = people.rows.some(({ target }) => target === '');
  if (map === null || organization === '' || !isOpen) {
    tasks.stop('suggestions');
    store.dispatch({ type: 'people', action: { type: 'suggestions', task: idle } });
    return;
  }
  const { text } = map;
  tasks.run(
    'suggestions',
    (signal) => session.suggestUsers({ text, organization, signal }),
    (task) => store.dispatch({ type: 'people', action: { type: 'suggestions', task } }),
  );
}

/** Writes the file, names it in the options, and returns there or to the review. */
export function saveMap(context: PeopleContext): void {
  const { store, session, tasks, enter } = context;
  const { people } = store.getState();
  const map = resultOf(people.task);
  if (map === null) return;
  const text = editedText(people, map);
  tasks.run(
    'save-people',
    async () => {
      await session.write(map.path, text, { isPrivate: true, replaces: !map.isNew });
      return map.path;
    },
    (task) => {
      store.dispatch({ type: 'people', action: { type: 'save', task } });
      if (task.status !== 'done') return;
      const saved = { status: 'done', value: { text, path: map.path, isNew: false } } as const;
      store.dispatch({ type: 'people', action: { type: 'map', task: saved, named: map.path } });
      store.dispatch({ type: 'options', action: { type: 'focus', name: 'userMap' } });
      store.dispatch({ type: 'options', action: { type: 'text', text: map.path } });
      store.dispatch({ type: 'options', action: { type: 'check', check: idle } });
      const { step, origin } = store.getState();
      // The review depends on the map: it checks again.
      if (step === 'people') enter(origin === 'review' ? 'review' : 'options');
    },
  );
}
