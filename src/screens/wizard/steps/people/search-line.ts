import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import type { BodyOptions } from '../../engine/step.ts';
import { loginOf, type PeopleState, suggestionOf } from './state.ts';

/** Says how far the search for suggestions has come. Pure. */
export function searchLine(state: PeopleState, { glyphs }: BodyOptions): Line {
  const { suggestions } = state;
  switch (suggestions.status) {
    case 'idle':
      return line(['quiet', 'Suggestions need an organization: enter it in the options.']);
    case 'running':
      return line(['active', `${glyphs.waiting} Looking for suggestions; you can already edit.`]);
    case 'failed':
      return line([
        'warning',
        `${glyphs.warning} No suggestions: ${safe(suggestions.failure.message)}`,
      ]);
    case 'done': {
      const [note] = suggestions.value.notes;
      if (note !== undefined) return line(['warning', `${glyphs.warning} ${safe(note)}`]);
      const open = state.rows.filter(
        (row) =>
          loginOf(state, row) === '' && (suggestionOf(state, row)?.candidates.length ?? 0) > 0,
      ).length;
      const many = open === 0 ? 'Nobody' : count(open, 'person', 'people');
      return line(['quiet', `${many} without a login ${open > 1 ? 'have' : 'has'} suggestions`]);
    }
  }
}
