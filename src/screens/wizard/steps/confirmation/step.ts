import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { rewriteFacts } from '../../../../core/replica/apply/rewrite/rewrite-text.ts';
import { replaceWord, rewriteWord } from '../../../../core/wizard/choices.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { Role } from '../../../../ui/theme/theme.ts';
import { menuKeys } from '../../engine/keys.ts';
import type { PromptIO } from '../../engine/prompt-io.ts';
import type { Slice, StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import type { CalibrationSlice } from '../calibration/step.ts';
import { openedTexts, rowsAhead, uncertainTexts } from '../review/summary.ts';
import type { OptionsSlice } from '../state/options.ts';
import { aheadOf, calibrationLabel, type Reviewed, type ReviewSlice } from '../state/review.ts';

interface ConfirmationState {
  /** Words that were typed. */
  readonly typed: readonly string[];
}

interface ConfirmationAction {
  readonly type: 'typed';
  readonly words: readonly string[];
}

type ConfirmationSlice = Slice<'confirmation', ConfirmationState, ConfirmationAction>;

export const confirmationStep: Step<
  'confirmation',
  ConfirmationState,
  ConfirmationAction,
  ConfirmationKnown
> = {
  name: 'confirmation',
  initial: () => ({ typed: [] }),
  reduce: (_state, { words }) => ({ typed: words }),
  about: () => 'Last step. After this, the migration writes to GitHub; you can stop and resume it.',
  title: () => 'Confirmation',
  body: confirmationBody,
  types: ({ review, confirmation }) => openWords(resultOf(review.task), confirmation).length > 0,
  question: ({ confirmation }) => confirmation.typed.join(),
  keys: ({ store }) => {
    const { review, confirmation } = store.getState();
    // The field of the word handles its keys itself.
    return openWords(resultOf(review.task), confirmation).length > 0 ? [] : menuKeys;
  },
  ask,
  leave: ({ store }) =>
    store.dispatch({ type: 'confirmation', action: { type: 'typed', words: [] } }),
};

/** Asks for each word; any other leads back to the options. */
async function ask(context: WizardContext<ConfirmationKnown>, io: PromptIO): Promise<void> {
  const { store, enter, end } = context;
  const reviewed = resultOf(store.getState().review.task);
  if (reviewed === null) return enter('options');
  io.say(openedTexts(reviewed).map((text) => `${text}.`));
  for (const { word, texts, declined } of wordsOf(reviewed)) {
    io.say(['', ...texts]);
    if ((await io.ask(`Type ${word} to confirm: `)) === word) continue;
    io.say([`Not confirmed: ${declined}.`]);
    return enter('options');
  }
  end(outcomeOf(reviewed));
}

type ConfirmationKnown = ConfirmationSlice & ReviewSlice & OptionsSlice & CalibrationSlice;

/** The last question before anything is written. Pure. */
function confirmationBody(
  { review, isDemo, confirmation }: StateOf<ConfirmationKnown>,
  { width, glyphs }: BodyOptions,
): Body<ConfirmationKnown> {
  const reviewed = resultOf(review.task);
  if (reviewed === null) return { lines: [] };
  const warned = (text: string, role: Role): readonly Line[] =>
    wrap(text, width).map((one) => line([role, one]));
  const lines = [
    ...wrap(sentence(reviewed, isDemo), width).map((text) => line(text)),
    ...openedTexts(reviewed).flatMap((text) => warned(`${text}.`, 'bad')),
    ...wordsOf(reviewed).flatMap(({ texts }) => texts.flatMap((text) => warned(text, 'warning'))),
    ...uncertainTexts(reviewed).flatMap((text) => warned(`${text}.`, 'warning')),
    ...confirmation.typed.map((word) => line(['good', `${glyphs.succeeded} ${word} typed`])),
  ];
  const [open] = openWords(reviewed, confirmation);
  if (open === undefined) return { lines: [...lines, []], menu: lastMenu(reviewed) };
  const { question, word: expected } = open;
  const id = confirmation.typed.length;
  const typing = { id, question, expected, confirm: confirmWord(expected) };
  return { lines: [...lines, []], typing };
}

/** The last drawing may be older than the key that leaves. */
function confirmWord(word: string) {
  return ({ store }: WizardContext<ConfirmationKnown>): void => {
    const { isLeaving, confirmation } = store.getState();
    if (isLeaving || confirmation.typed.includes(word)) return;
    const words = [...confirmation.typed, word];
    store.dispatch({ type: 'confirmation', action: { type: 'typed', words } });
  };
}

/** A word that is typed before something irreversible. */
interface ConfirmingWord {
  readonly word: string;
  readonly question: string;
  readonly texts: readonly string[];
  /** Says that nothing has happened. */
  readonly declined: string;
}

/** Before repositories are replaced, and before commits get new hashes. Pure. */
function wordsOf(reviewed: Reviewed): readonly ConfirmingWord[] {
  const { replaced } = reviewed.dryRun;
  const rewritten = rewritesOf(reviewed);
  const many = (all: readonly unknown[]) => count(all.length, 'repository', 'repositories');
  return [
    ...(replaced.length === 0
      ? []
      : [
          {
            ...{ word: replaceWord, question: `Replace ${many(replaced)}?` },
            ...{ texts: [replacedText(replaced)], declined: 'nothing was replaced' },
          },
        ]),
    ...(rewritten.length === 0
      ? []
      : [
          {
            ...{ word: rewriteWord, question: `Rewrite the history of ${many(rewritten)}?` },
            ...{ texts: rewritten.map(({ text }) => text), declined: 'nothing was rewritten' },
          },
        ]),
  ];
}

function openWords(
  reviewed: Reviewed | null,
  { typed }: ConfirmationState,
): readonly ConfirmingWord[] {
  return reviewed === null ? [] : wordsOf(reviewed).filter(({ word }) => !typed.includes(word));
}

/** Repositories whose rewrite nobody has confirmed, with what it changes. Pure. */
function rewritesOf(reviewed: Reviewed) {
  return rowsAhead(reviewed).flatMap(({ source, largeFiles }) => {
    const { figures = null, isConfirmed = true } = largeFiles ?? {};
    if (figures === null || isConfirmed || figures.commits === 0) return [];
    return [{ source, text: safe(`${source}: ${rewriteFacts(figures).join('; ')}.`) }];
  });
}

function outcomeOf(reviewed: Reviewed) {
  const { choices, plan } = reviewed;
  const rewritten = rewritesOf(reviewed).map(({ source }) => source);
  return { kind: 'migrate', choices, plan, confirmed: fullNames(reviewed), rewritten } as const;
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
  const { due } = reviewed;
  const label = calibrationLabel(due);
  return [
    // First, so that Enter pressed once too often starts nothing.
    { label: 'Back to the review', run: ({ back }) => back() },
    {
      label: 'Start the migration',
      run: ({ end }) => end(outcomeOf(reviewed)),
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
