import { count } from '../../../../core/kernel/format/format.ts';
import { slugOf } from '../../../../core/plan/choose-repositories.ts';
import { publishWord } from '../../../../core/wizard/choices.ts';
import { line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, WizardContext } from '../../engine/step.ts';
import type { SelectionSlice } from '../selection/model.ts';

type Known = SelectionSlice;

type Selected = Pick<StateOf<Known>, 'selection'>;

/** Slugs of the selected repositories that only some people can read now. Pure. */
export function closedSelected(state: Selected): readonly string[] {
  return selectedOf(state)
    .filter(({ visibility }) => visibility !== 'public')
    .map(slugOf);
}

/** How many repositories become public, and how many of them only some people can read now. Pure. */
export function publicationText(state: Selected): string {
  const many = count(selectedOf(state).length, 'repository becomes', 'repositories become');
  return `${many} public: anyone on the internet can read code, history and pull requests. Private on Bitbucket now: ${closedSelected(state).length}.`;
}

function selectedOf({ selection: { selected, inventory } }: Selected) {
  return (inventory?.repositories ?? []).filter((one) => selected.has(slugOf(one)));
}

/** Asks for the word instead of showing the options. Pure. */
export function publicationBody<All>(
  state: Selected,
  { width }: BodyOptions,
  confirm: (context: WizardContext<All>) => void,
): Body<All> {
  const warning = wrap(publicationText(state), width).map((text) => line(['warning', text]));
  return {
    lines: [...warning, []],
    typing: { id: 0, question: 'Set them to public?', expected: publishWord, confirm },
  };
}
