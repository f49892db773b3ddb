import { count } from '../../../../core/kernel/format/format.ts';
import { slugOf } from '../../../../core/plan/choose-repositories.ts';
import { isMoreOpen } from '../../../../core/ports/records/repository.ts';
import { line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, WizardContext } from '../../engine/step.ts';
import type { SelectionSlice } from '../selection/model.ts';
import { needsPublication, type OptionsSlice } from '../state/options.ts';

type Selected = Pick<StateOf<SelectionSlice & OptionsSlice>, 'selection' | 'options'>;

/** Slugs of the selected repositories that more people could read than now. Pure. */
export function closedSelected({ selection, options }: Selected): readonly string[] {
  const { selected, inventory } = selection;
  const { visibility: wanted } = options.values;
  if (wanted === 'source') return [];
  return (inventory?.repositories ?? [])
    .filter(({ visibility = 'private' }) => isMoreOpen(wanted, visibility))
    .map(slugOf)
    .filter((slug) => selected.has(slug));
}

/** Tells whether a word has to be typed now. Pure. */
export function asksForWord(state: Selected): boolean {
  return needsPublication(state.options) && closedSelected(state).length > 0;
}

const readers = { public: 'everyone on the internet', internal: 'everyone in your enterprise' };

/** How many private repositories more people can read. Pure. */
export function publicationText(state: Selected): string {
  const { length } = closedSelected(state);
  const many = count(length, 'private repository becomes', 'private repositories become');
  const who = state.options.values.visibility === 'internal' ? readers.internal : readers.public;
  return `${many} visible to ${who}: code, history and pull requests.`;
}

/** Asks for the word instead of showing the options. Pure. */
export function publicationBody<All>(
  state: Selected,
  { width }: BodyOptions,
  confirm: (context: WizardContext<All>) => void,
): Body<All> {
  const { visibility } = state.options.values;
  const warning = wrap(publicationText(state), width).map((text) => line(['bad', text]));
  const many = count(closedSelected(state).length, 'repository', 'repositories');
  return {
    lines: [...warning, []],
    typing: { id: 0, question: `Set ${many} to ${visibility}?`, expected: visibility, confirm },
  };
}
