import type { Binding } from '../../../../ui/keys/keymap.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import type { BodySize, WizardContext } from '../../engine/step.ts';
import {
  type ExistingChoice,
  existingChoices,
  type ReviewRow,
  type ReviewSection,
  whyNot,
} from '../state/review.ts';
import { moveBy, pageBy, showFrom } from './move.ts';
import { type PlanKnown, reviewPlan } from './save-plan.ts';
import { reviewView } from './view.ts';

type ReviewContext = WizardContext<PlanKnown>;

export function reviewKeys(context: ReviewContext, size: BodySize): readonly Binding[] {
  return [
    enterKey(context, size),
    ...moveKeys(context, size),
    {
      keys: ['u'],
      label: 'people',
      help: "Edit the user map: people's GitHub logins",
      run: () => context.visit('people'),
    },
    {
      keys: ['r'],
      label: 'check again',
      help: 'Check the hosts again',
      run: () => reviewPlan(context),
    },
  ];
}

/** On a section it opens or closes that. */
function enterKey(context: ReviewContext, size: BodySize): Binding {
  const { store, forward } = context;
  const { review } = store.getState();
  const { cursor, open } = review;
  if (isChoice(cursor)) {
    return {
      keys: ['enter'],
      label: 'select',
      help: 'Decide what to do with existing repositories, and check again',
      run: () => decide(context, cursor),
    };
  }
  if (cursor === 'continue') {
    return {
      keys: ['enter'],
      label: 'continue',
      help: 'Continue to the confirmation; nothing is written yet',
      disabled: whyNot(review),
      run: () => forward('review'),
    };
  }
  return {
    keys: ['enter', 'space'],
    label: open.has(cursor) ? 'close' : 'open',
    help: 'Open or close the section',
    run: () => toggle(context, cursor, size),
  };
}

/** Sets the option on the spot, and checks again. */
export function decide(context: ReviewContext, choice: ExistingChoice): void {
  const { store, visit } = context;
  if (choice === 'organization') {
    store.dispatch({ type: 'options', action: { type: 'focus', name: 'organization' } });
    visit('options');
  } else {
    store.dispatch({ type: 'options', action: { type: 'set', existing: choice } });
    reviewPlan(context);
  }
}

function isChoice(row: ReviewRow): row is ExistingChoice {
  return existingChoices.some((choice) => choice === row);
}

function toggle({ store }: ReviewContext, section: ReviewSection, size: BodySize): void {
  store.dispatch({ type: 'review', action: { type: 'toggle', section } });
  const { rows, lines, place, names } = placesOf(store, size);
  const row = rows[place.cursor] ?? 0;
  const next = rows[place.cursor + 1] ?? lines.count;
  const scrolled = showFrom(row, next - 1, { ...lines, ...place });
  put(store, names, { ...place, scrolled });
}

function moveKeys({ store }: ReviewContext, size: BodySize): readonly Binding[] {
  const run = (move: typeof moveBy, by: 1 | -1) => () => {
    const { lines, place, names } = placesOf(store, size);
    put(store, names, move(place, by, lines));
  };
  return [
    { keys: ['down', 'tab'], label: 'next', help: 'Next section, or scroll', run: run(moveBy, 1) },
    { keys: ['up', 'shift+tab'], help: 'Previous section, or scroll', run: run(moveBy, -1) },
    { keys: ['pagedown'], help: 'Page down', run: run(pageBy, 1) },
    { keys: ['pageup'], help: 'Page up', run: run(pageBy, -1) },
  ];
}

type ReviewStore = ReviewContext['store'];

function placesOf(store: ReviewStore, { width, height }: BodySize) {
  const state = store.getState();
  const { cursor, scrolled } = state.review;
  const view = reviewView(state, { width, glyphs: glyphsOf({}) });
  const names = view.rows.map(({ name }) => name);
  const rows = view.rows.map(({ at }) => at);
  const place = { cursor: Math.max(0, names.indexOf(cursor)), scrolled };
  return { rows, names, place, lines: { rows, count: view.lines.length, height } };
}

function put(
  store: ReviewStore,
  names: readonly ReviewRow[],
  { cursor, scrolled }: { cursor: number; scrolled: number },
): void {
  const action = { type: 'place', cursor: names[cursor] ?? 'continue', scrolled } as const;
  store.dispatch({ type: 'review', action });
}
