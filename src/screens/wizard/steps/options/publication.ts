import { count } from '../../../../core/kernel/format/format.ts';
import { slugOf } from '../../../../core/plan/choose-repositories.ts';
import { publishWord } from '../../../../core/wizard/choices.ts';
import { line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, WizardContext } from '../../engine/step.ts';
import type { SelectionSlice } from '../selection/model.ts';

type Known = SelectionSlice;

/** How many repositories become public, and how many of them only some people can read now. Pure. */
export function publicationText({ selection }: Pick<StateOf<Known>, 'selection'>): string {
  const { selected, inventory } = selection;
  const chosen = (inventory?.repositories ?? []).filter((one) => selected.has(slugOf(one)));
  const closed = chosen.filter(({ visibility }) => visibility !== 'public').length;
  const many = count(chosen.length, 'repository becomes', 'repositories become');
  return `${many} public: anybody on the internet can read code, history and pull requests. Private on Bitbucket now: ${closed}.`;
}

/** Asks for the word instead of showing the options. Pure. */
export function publicationBody<All>(
  state: Pick<StateOf<Known>, 'selection'>,
  { width }: BodyOptions,
  confirm: (context: WizardContext<All>) => void,
): Body<All> {
  const warning = wrap(publicationText(state), width).map((text) => line(['warning', text]));
  return {
    lines: [...warning, []],
    typing: { id: 0, question: 'Set them to public?', expected: publishWord, confirm },
  };
}
