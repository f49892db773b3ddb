import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { PromptIO } from '../../engine/prompt-io.ts';
import { limitText, overLimit } from './limit.ts';
import { matchesOf } from './pattern.ts';
import type { SelectionContext } from './scan.ts';
import type { SelectionAction } from './state.ts';

/** Asks for patterns until the selection is as wanted. */
export async function ask(context: SelectionContext, io: PromptIO): Promise<void> {
  const { store, session, forward } = context;
  for (;;) {
    const { items, selected } = store.getState().selection;
    const limit = await session.planLimit();
    const text = limitText(limit, selected.size);
    io.say([
      '',
      `${selected.size} of ${count(items.length, 'repository', 'repositories')} chosen.`,
      ...(text === '' ? [] : [`${text}.`]),
    ]);
    const answer = await io.ask(
      'A pattern such as payments-*, !old-* to leave out, "all", "list", or nothing to go on: ',
    );
    const isOver = overLimit(limit, selected.size);
    if (answer === '' && isOver !== null) io.say([`It cannot go on: ${isOver}.`]);
    else if (answer === '' && selected.size > 0) return forward('selection');
    else change(context, io, answer);
  }
}

function change({ store }: SelectionContext, io: PromptIO, answer: string): void {
  const { items, selected } = store.getState().selection;
  const dispatch = (action: SelectionAction) => store.dispatch({ type: 'selection', action });
  if (answer === 'all') dispatch({ type: 'all' });
  else if (answer === 'list') {
    io.say(items.map(({ slug }) => `  ${selected.has(slug) ? 'x' : '-'} ${safe(slug)}`));
  } else if (matchesOf({ items }, answer).length === 0) io.say(['Nothing matches that.']);
  else {
    dispatch({ type: 'pattern', on: true });
    dispatch({ type: 'paste', text: answer });
    dispatch({ type: 'use-pattern' });
  }
}
