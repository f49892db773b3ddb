import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { replaceWord } from '../../../../core/wizard/choices.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { Role } from '../../../../ui/theme/theme.ts';
import { menuKeys } from '../../engine/keys.ts';
import type { PromptIO } from '../../engine/prompt-io.ts';
import type { Slice, StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import type { CalibrationSlice } from '../calibration/step.ts';
import { openedTexts, uncertainTexts } from '../review/summary.ts';
import type { OptionsSlice } from '../state/options.ts';
import { aheadOf, calibrationLabel, type Reviewed, type ReviewSlice } from '../state/review.ts';

interface ConfirmationState {
  /** The word was typed that replaces existing repositories. */
  readonly isConfirmed: boolean;
}

interface ConfirmationAction {
  readonly type: 'confirmed';
  readonly is: boolean;
}

type ConfirmationSlice = Slice<'confirmation', ConfirmationState, ConfirmationAction>;

export const confirmationStep: Step<
  'confirmation',
  ConfirmationState,
  ConfirmationAction,
  ConfirmationKnown
> = {
  name: 'confirmation',
  initial: () => ({ isConfirmed: false }),
  reduce: (_state, { is }) => ({ isConfirmed: is }),
  about: () => 'Last step. After this, the migration writes to GitHub; you can stop and resume it.',
  title: () => 'Confirmation',
  body: confirmationBody,
  types: ({ review, confirmation }) =>
    !confirmation.isConfirmed && (resultOf(review.task)?.dryRun.replaced.length ?? 0) > 0,
  question: ({ confirmation }) => String(confirmation.isConfirmed),
  keys: ({ store }) => {
    const { review, confirmation } = store.getState();
    const replaced = resultOf(review.task)?.dryRun.replaced ?? [];
    // The field of the word handles its keys itself.
    return replaced.length > 0 && !confirmation.isConfirmed ? [] : menuKeys;
  },
  ask,
  leave: ({ store }) =>
    store.dispatch({ type: 'confirmation', action: { type: 'confirmed', is: false } }),
};

/** Asks for a word before repositories are replaced; any other leads back to the options. */
async function ask(context: WizardContext<ConfirmationKnown>, io: PromptIO): Promise<void> {
  const { store, enter, end } = context;
  const reviewed = resultOf(store.getState().review.task);
  if (reviewed === null) return enter('options');
  const { choices, plan, dryRun } = reviewed;
  const { replaced } = dryRun;
  io.say(openedTexts(reviewed).map((text) => `${text}.`));
  if (replaced.length > 0) {
    io.say(['', replacedText(replaced)]);
    if ((await io.ask(`Type ${replaceWord} to confirm: `)) !== replaceWord) {
      io.say(['Not confirmed: nothing was replaced.']);
      return enter('options');
    }
  }
  end({ kind: 'migrate', choices, plan, confirmed: fullNames(reviewed) });
}

type ConfirmationKnown = ConfirmationSlice & ReviewSlice & OptionsSlice & CalibrationSlice;

/** The last question before anything is written. Pure. */
function confirmationBody(
  { review, isDemo, confirmation: { isConfirmed } }: StateOf<ConfirmationKnown>,
  { width, glyphs }: BodyOptions,
): Body<ConfirmationKnown> {
  const reviewed = resultOf(review.task);
  if (reviewed === null) return { lines: [] };
  const { replaced } = reviewed.dryRun;
  const warned = (text: string, role: Role): readonly Line[] =>
    wrap(text, width).map((one) => line([role, one]));
  const lines = [
    ...wrap(sentence(reviewed, isDemo), width).map((text) => line(text)),
    ...openedTexts(reviewed).flatMap((text) => warned(`${text}.`, 'bad')),
    ...(replaced.length === 0 ? [] : warned(replacedText(replaced), 'warning')),
    ...uncertainTexts(reviewed).flatMap((text) => warned(`${text}.`, 'warning')),
  ];
  if (replaced.length === 0) return { lines: [...lines, []], menu: lastMenu(reviewed) };
  if (isConfirmed) {
    const typed = line(['good', `${glyphs.succeeded} ${replaceWord} typed`]);
    return { lines: [...lines, typed, []], menu: lastMenu(reviewed) };
  }
  const many = count(replaced.length, 'repository', 'repositories');
  const question = `Replace ${many}?`;
  const typing = { id: 0, question, expected: replaceWord, confirm: confirmReplaced };
  return { lines: [...lines, []], typing };
}

/** The last drawing may be older than the key that leaves. */
function confirmReplaced({ store }: WizardContext<ConfirmationKnown>): void {
  if (store.getState().isLeaving) return;
  store.dispatch({ type: 'confirmation', action: { type: 'confirmed', is: true } });
}

/** So many repositories are named. */
const named = 5;

function listed(names: readonly string[]): string {
  const more = names.length > named ? ` and ${names.length - named} more` : '';
  return `${names.slice(0, named).map(safe).join(', ')}${more}`;
}

function replacedText(replaced: Reviewed['dryRun']['replaced']): string {
  const names = listed(replaced.map(({ owner, name }) => `${owner}/${name}`));
  return replaced.length === 1
    ? `${names} is renamed and kept, and a new repository replaces it.`
    : `${names} are renamed and kept, and new repositories replace them.`;
}

function fullNames({ dryRun }: Reviewed): ReadonlySet<string> {
  return new Set(dryRun.replaced.map(({ owner, name }) => `${owner}/${name}`));
}

function lastMenu(reviewed: Reviewed): NonNullable<Body<ConfirmationKnown>['menu']> {
  const { choices, plan, due } = reviewed;
  const label = calibrationLabel(due);
  const confirmed = fullNames(reviewed);
  return [
    // First, so that Enter pressed once too often starts nothing.
    { label: 'Back to the review', run: ({ back }) => back() },
    {
      label: 'Start the migration',
      run: ({ end }) => end({ kind: 'migrate', choices, plan, confirmed }),
    },
    ...(label === null
      ? []
      : [
          {
            label: `${label} (${due.importer ? 'some' : 'about 2'} minutes)`,
            run: ({ enter }: WizardContext<ConfirmationKnown>) => enter('calibration'),
          },
        ]),
  ];
}

function sentence({ dryRun, plan }: Reviewed, isDemo: boolean): string {
  const many = count(aheadOf(dryRun), 'repository', 'repositories');
  const { organization } = plan.target;
  return `Writes to ${safe(organization)} on GitHub: ${many}. Nothing is written yet. ${isDemo ? 'Both hosts are on this machine.' : 'Stop at any time and resume later; Bitbucket is only read.'}`;
}
