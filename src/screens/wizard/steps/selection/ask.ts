import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type PromptIO, until } from '../../engine/prompt-io.ts';
import { matchesOf } from './items.ts';
import { limitText, overLimit } from './limit.ts';
import type { SelectionAction } from './model.ts';
import { clashingName } from './names.ts';
import type { SelectionContext } from './scan.ts';
import { selectedTotals } from './totals.ts';

/** Asks for patterns and names until an empty answer. */
export async function askSelection(context: SelectionContext, io: PromptIO): Promise<void> {
  const { store, session, forward } = context;
  await until(store, ({ selection }) => selection.scan.status !== 'running');
  for (;;) {
    const { selection, options } = store.getState();
    const { items, selected } = selection;
    const limit = await session.planLimit();
    const text = limitText(limit, selected.size);
    const { pullRequests } = selectedTotals(selection);
    const counted = pullRequests === null ? '' : `, ${count(pullRequests, 'pull request')}`;
    io.say([
      '',
      `${selected.size} of ${count(items.length, 'repository', 'repositories')} selected${counted}.`,
      ...(text === '' ? [] : [`${text}.`]),
    ]);
    const answer = await io.ask(
      'A pattern such as payments-*, !old-* to clear, api=core to rename, "all", "list", or Enter to continue: ',
    );
    const problem =
      overLimit(limit, selected.size) ?? clashingName(selection, options.values.nameFrom);
    if (answer === '' && problem !== null) io.say([`Cannot continue: ${safe(problem)}.`]);
    else if (answer === '' && selected.size > 0) return forward('selection');
    else change(context, io, answer);
  }
}

function change({ store }: SelectionContext, io: PromptIO, answer: string): void {
  const { items, selected, renames } = store.getState().selection;
  const dispatch = (action: SelectionAction) => store.dispatch({ type: 'selection', action });
  const [slug = '', target] = answer.split('=', 2);
  if (answer === 'all') dispatch({ type: 'all' });
  else if (answer === 'list') {
    const named = (one: string) => (renames.has(one) ? ` -> ${safe(renames.get(one) ?? '')}` : '');
    io.say(
      items.map(
        (one) => `  ${selected.has(one.slug) ? 'x' : '-'} ${safe(one.slug)}${named(one.slug)}`,
      ),
    );
  } else if (target !== undefined && items.some((one) => one.slug === slug)) {
    dispatch({ type: 'set-rename', slug, target });
    io.say([`${safe(slug)} is ${safe(target.trim() || slug)} on GitHub.`]);
  } else if (matchesOf({ items }, answer).length === 0) io.say(['No matches.']);
  else {
    dispatch({ type: 'pattern', on: true });
    dispatch({ type: 'paste', text: answer });
    dispatch({ type: 'use-pattern' });
  }
}
