import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { menuKeys } from '../../engine/keys.ts';
import type { PromptIO } from '../../engine/prompt-io.ts';
import type { Slice, StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import type { CalibrationSlice } from '../calibration/step.ts';
import type { OptionsSlice } from '../options/state.ts';
import { aheadOf, type Reviewed, type ReviewSlice } from '../review/state.ts';

interface ConfirmationState {
  /** How many names of replaced repositories were typed. */
  readonly confirmed: number;
}

/** A count and no increment, so that Enter pressed twice confirms one name. */
interface ConfirmationAction {
  readonly type: 'confirmed';
  readonly count: number;
}

type ConfirmationSlice = Slice<'confirmation', ConfirmationState, ConfirmationAction>;

export const confirmationStep: Step<
  'confirmation',
  ConfirmationState,
  ConfirmationAction,
  ConfirmationKnown
> = {
  name: 'confirmation',
  initial: () => ({ confirmed: 0 }),
  reduce: (_state, { count }) => ({ confirmed: count }),
  about: () =>
    'The last question. After the start the migration writes to GitHub; you can stop and resume it.',
  title: () => 'Confirmation',
  body: confirmationBody,
  keys: ({ store }) => {
    const { review, confirmation } = store.getState();
    const replaced = resultOf(review.task)?.dryRun.replaced ?? [];
    // The field of a name handles its keys itself.
    return confirmation.confirmed < replaced.length ? [] : menuKeys;
  },
  ask,
  leave: ({ store }) =>
    store.dispatch({ type: 'confirmation', action: { type: 'confirmed', count: 0 } }),
};

/** Asks for the name of each replaced repository; any other word leads back to the options. */
async function ask(context: WizardContext<ConfirmationKnown>, io: PromptIO): Promise<void> {
  const { store, enter, end } = context;
  const reviewed = resultOf(store.getState().review.task);
  if (reviewed === null) return enter('options');
  const { choices, plan, dryRun } = reviewed;
  const confirmed = new Set<string>();
  for (const { owner, name } of dryRun.replaced) {
    io.say(['', `${safe(owner)}/${safe(name)} is renamed and kept.`]);
    if ((await io.ask('Type its name to confirm: ')) !== name) {
      io.say([`That is not ${safe(name)}: nothing is replaced.`]);
      return enter('options');
    }
    confirmed.add(`${owner}/${name}`);
  }
  end({ kind: 'migrate', choices, plan, confirmed });
}

type ConfirmationKnown = ConfirmationSlice & ReviewSlice & OptionsSlice & CalibrationSlice;

/** The last question before anything is written. Pure. */
function confirmationBody(
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
      replaced.length === 0 ? [] : [line(['good', `${glyphs.succeeded} all names typed`])];
    return { lines: [...lines, ...typed, []], menu: lastMenu(reviewed) };
  }
  const name = safe(next.name);
  const place = replaced.length > 1 ? ` (${confirmed + 1} of ${replaced.length})` : '';
  const what = `${safe(next.owner)}/${name} is renamed and kept, and a new repository replaces it.`;
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
  const { choices, plan, dryRun, isCalibrationDue } = reviewed;
  const confirmed = new Set(dryRun.replaced.map(({ owner, name }) => `${owner}/${name}`));
  return [
    // First, so that Enter pressed once too often starts nothing.
    { label: 'Back to the review', run: ({ back }) => back() },
    {
      label: 'Start the migration',
      run: ({ end }) => end({ kind: 'migrate', choices, plan, confirmed }),
    },
    ...(isCalibrationDue
      ? [
          {
            label: 'Calibrate GitHub first (about 2 minutes)',
            run: ({ enter }: WizardContext<ConfirmationKnown>) => enter('calibration'),
          },
        ]
      : []),
  ];
}

function sentence({ dryRun, plan }: Reviewed): string {
  const many = count(aheadOf(dryRun), 'repository', 'repositories');
  const { organization } = plan.target;
  return `Writes to ${safe(organization)} on GitHub: ${many}. Nothing is written yet. Stop at any time and resume later; Bitbucket is only read.`;
}
