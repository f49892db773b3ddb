import { type Confidence, confidences } from '../../../../core/users/suggest/candidates.ts';
import { moveKeys } from '../../../../ui/input/move-keys.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import type { BodySize } from '../../engine/step.ts';
import { chosenLogin } from './login-choices.ts';
import { type PeopleContext, readMap, saveMap } from './session.ts';
import {
  acceptAll,
  membersOf,
  nextCandidate,
  type PeopleAction,
  type PeopleState,
  rowAt,
} from './state.ts';
import { isUsable, listHeight } from './view.ts';

/** The keys of the list; those of a login that is typed stand in their place. */
export function peopleKeys(context: PeopleContext, size: BodySize): readonly Binding[] {
  const { store } = context;
  const { people } = store.getState();
  const act = (action: PeopleAction) => () => store.dispatch({ type: 'people', action });
  if (people.task.status === 'failed') {
    const run = () => readMap(context);
    return [{ keys: ['enter'], label: 'read again', help: 'Read the user map again', run }];
  }
  if (people.typing !== null) return typingKeys(context);
  const height = listHeight(size);
  const isRead = people.task.status === 'done' && people.rows.length > 0;
  return [
    {
      keys: ['enter'],
      label: 'save',
      help: 'Save the user map and return',
      disabled: isRead && people.save.status !== 'running' ? null : 'nothing to save yet',
      run: () => saveMap(context),
    },
    backKey(context),
    ...editKeys(context, act),
    ...moveKeys((move) => act({ type: 'move', move, height })),
  ];
}

type Act = (action: PeopleAction) => () => void;

function editKeys({ store }: PeopleContext, act: Act): readonly Binding[] {
  const { people } = store.getState();
  const row = rowAt(people);
  const hasCandidate = row !== null && nextCandidate(people, row) !== null;
  const noRow = row === null ? 'no people listed' : null;
  return [
    {
      keys: ['space'],
      label: 'accept',
      help: 'Accept the suggestion; press again for the next one',
      disabled: hasCandidate ? null : 'no suggestion; Ctrl+T types a login',
      run: act({ type: 'accept' }),
    },
    {
      keys: ['ctrl+a'],
      label: `all ${people.least}`,
      help: `Accept all suggestions with a confidence of at least ${people.least}`,
      disabled: whyNotAll(people),
      run: act({ type: 'accept-all' }),
    },
    {
      keys: ['tab'],
      help: 'Change the confidence for accepting all: high, medium, low',
      run: act({ type: 'least' }),
    },
    {
      keys: ['ctrl+t'],
      label: 'type',
      help: 'Type a login, or search the members of the organization',
      disabled: noRow,
      run: act({ type: 'typing', on: true }),
    },
    {
      keys: ['ctrl+x'],
      label: 'clear',
      help: 'Clear the login',
      disabled: noRow,
      run: act({ type: 'login', login: '' }),
    },
  ];
}

/** Why no suggestion can be accepted at this confidence; `null`: some can. Pure. */
function whyNotAll(people: PeopleState): string | null {
  if (people.suggestions.status !== 'done') return 'no suggestions yet';
  const has = (least: Confidence) => acceptAll({ ...people, least }).edits.size > people.edits.size;
  if (has(people.least)) return null;
  const next = confidences.find((one) => has(one));
  return next === undefined
    ? 'no suggestion left to accept'
    : `no suggestion is ${people.least}: Tab for ${next}`;
}

/** Changes stay for the next time, and the user map is without them. */
function backKey({ store, back }: PeopleContext): Binding {
  const { filter, edits } = store.getState().people;
  if (filter.text !== '') {
    const run = () => store.dispatch({ type: 'people', action: { type: 'clear-filter' } });
    return { keys: ['esc'], label: 'no filter', help: 'Clear the filter', run };
  }
  return {
    keys: ['esc'],
    label: 'back',
    help: 'Back, without saving',
    run() {
      back();
      if (edits.size > 0) {
        store.dispatch({ type: 'notice', text: 'You have unsaved changes to the user map' });
      }
    },
  };
}

function typingKeys({ store }: PeopleContext): readonly Binding[] {
  const act = (action: PeopleAction) => store.dispatch({ type: 'people', action });
  const chosen = () => {
    const { people } = store.getState();
    return people.typing === null ? '' : chosenLogin(people.typing, membersOf(people));
  };
  return [
    {
      keys: ['enter'],
      label: 'use',
      help: 'Use this login; an empty one clears it',
      disabled: isUsable(chosen()) ? null : 'not a valid login',
      run: () => act({ type: 'login', login: chosen() }),
    },
    {
      keys: ['esc'],
      label: 'keep',
      help: 'Keep the old login',
      run: () => act({ type: 'typing', on: false }),
    },
    {
      keys: ['down', 'tab'],
      label: 'next',
      help: 'Next matching member of the organization',
      run: () => act({ type: 'pick', by: 1 }),
    },
    {
      keys: ['up', 'shift+tab'],
      help: 'Previous member',
      run: () => act({ type: 'pick', by: -1 }),
    },
  ];
}
