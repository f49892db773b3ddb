import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import type { OptionsSlice } from '../options/state.ts';
import { aheadOf, type Reviewed, type ReviewSlice } from '../review/state.ts';
import type { ConfirmationSlice } from './state.ts';

export type ConfirmationKnown = ConfirmationSlice & ReviewSlice & OptionsSlice;

/** The last question: from here on there is writing. Pure. */
export function confirmationBody(
  { review, confirmation: { confirmed } }: StateOf<ConfirmationKnown>,
  { width, glyphs }: BodyOptions,
): Body<ConfirmationKnown> {
  const reviewed = resultOf(review.task);
  if (reviewed === null) return { lines: [] };
  const { replaced } = reviewed.dryRun;
  const lines = wrap(sentence(reviewed), width).map((text) => line(text));
  const next = replaced[confirmed];
  if (next === undefined) {
    const typed =
      replaced.length === 0 ? [] : [line(['good', `${glyphs.succeeded} all names were typed`])];
    return { lines: [...lines, ...typed, []], menu: lastMenu(reviewed) };
  }
  const name = safe(next.name);
  const place = replaced.length > 1 ? ` (${confirmed + 1} of ${replaced.length})` : '';
  const what = `${safe(next.owner)}/${name} makes room: it is renamed and kept, and a new one takes its place.`;
  const warning: readonly Line[] = wrap(what, width).map((text) => line(['warning', text]));
  return {
    lines: [...lines, ...warning, []],
    typing: {
      id: confirmed,
      question: `Replace ${safe(next.owner)}/${name}?${place}`,
      expected: name,
      confirm: (context) => confirmName(context, confirmed + 1),
    },
  };
}

/** The last drawing may be older than the key that leaves. */
function confirmName({ store }: WizardContext<ConfirmationKnown>, count: number): void {
  if (store.getState().isLeaving) return;
  store.dispatch({ type: 'confirmation', action: { type: 'confirmed', count } });
}

function lastMenu(reviewed: Reviewed): NonNullable<Body<ConfirmationKnown>['menu']> {
  const { choices, plan, dryRun } = reviewed;
  const confirmed = new Set(dryRun.replaced.map(({ owner, name }) => `${owner}/${name}`));
  return [
    // Whoever presses Enter once too often begins nothing.
    { label: 'Back to the review', run: ({ back }) => back() },
    {
      label: 'Start the migration',
      run: ({ end }) => end({ kind: 'migrate', choices, plan, confirmed }),
    },
  ];
}

function sentence({ dryRun, plan }: Reviewed): string {
  const many = count(aheadOf(dryRun), 'repository', 'repositories');
  const { organization } = plan.target;
  return `From here on ${safe(organization)} on GitHub is written to: ${many}. Nothing has been written so far. It can be interrupted at any time and goes on where it was; Bitbucket is only ever read.`;
}
