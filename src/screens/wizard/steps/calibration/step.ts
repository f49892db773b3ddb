import type { CalibrationStep } from '../../../../core/calibration/calibrate.ts';
import { calibrationVerdict } from '../../../../core/calibration/probes/findings.ts';
import {
  type TrialStep,
  trialIntroduction,
  trialVerdict,
} from '../../../../core/calibration/trial/importer-trial.ts';
import { importedFormat } from '../../../../core/choices/imported-format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import {
  type ListedAction,
  type ListedTask,
  nothingListed,
  reduceListed,
} from '../../engine/listed-task.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Slice, StateOf } from '../../engine/state.ts';
import type { BodySize, Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { failureView, indented, type LineOptions, marked, scrollKeys } from '../../engine/view.ts';
import type { Reviewed, ReviewSlice } from '../state/review.ts';

type Tried = CalibrationStep | TrialStep;
type CalibrationState = ListedTask<null, Tried>;
type CalibrationAction = ListedAction<null, Tried>;
export type CalibrationSlice = Slice<'calibration', CalibrationState, CalibrationAction>;
type CalibrationKnown = CalibrationSlice & ReviewSlice;
type CalibrationContext = WizardContext<CalibrationKnown>;

/** Tries on a scratch repository how GitHub behaves. The confirmation leads here while there are no findings that count. */
export const calibrationStep: Step<
  'calibration',
  CalibrationState,
  CalibrationAction,
  ReviewSlice
> = {
  name: 'calibration',
  // Only who asks for it comes here; from here back leads to the review.
  isSkipped: ({ step }) => step !== 'calibration',
  initial: () => nothingListed,
  reduce: reduceListed,
  about: () =>
    'Tests how GitHub behaves in a private scratch repository, then deletes it. Press Esc to stop the test and remove the repository.',
  title: () => 'Calibration',
  body(state, { width, height, glyphs }) {
    const { scrolled } = state.calibration;
    return {
      lines: calibrationLines(state, { width, glyphs }).slice(scrolled, scrolled + height),
    };
  },
  keys,
  question: ({ calibration }) => calibration.task.status,
  ask,
  busy: ({ calibration }) =>
    calibration.task.status === 'running' ? 'Testing how GitHub behaves' : null,
  leave({ tasks, store }) {
    tasks.stop('calibration');
    store.dispatch({ type: 'calibration', action: { type: 'task', task: idle } });
  },
};

function keys(context: CalibrationContext, { width, height }: BodySize): readonly Binding[] {
  const { store, enter, forward } = context;
  const { task } = store.getState().calibration;
  const scroll = (by: number) => {
    const lines = calibrationLines(store.getState(), { width, glyphs: glyphsOf({}) });
    const most = Math.max(0, lines.length - height);
    store.dispatch({ type: 'calibration', action: { type: 'scroll', by, most } });
  };
  const start = {
    keys: ['enter'],
    label: 'calibrate',
    help: 'Create the scratch repository and start',
    run: () => run(context),
  };
  const decline = {
    keys: ['n'],
    label: 'not now',
    help: 'Continue without it',
    run: () => forward('calibration'),
  };
  // The findings may change what is reviewed.
  const done = {
    keys: ['enter'],
    label: 'review',
    help: 'Review with these findings',
    run: () => enter('review'),
  };
  if (task.status === 'running') return scrollKeys(height, scroll);
  if (task.status === 'idle') return [start, decline, ...scrollKeys(height, scroll)];
  return [
    task.status === 'done' ? done : { ...start, label: 'try again' },
    decline,
    ...scrollKeys(height, scroll),
  ];
}

function run({ store, session, tasks }: CalibrationContext): void {
  const plan = resultOf(store.getState().review.task)?.plan;
  if (plan === undefined) return;
  const wanted = { organization: plan.target.organization, format: importedFormat(plan) };
  const onStep = (step: Tried) =>
    store.dispatch({ type: 'calibration', action: { type: 'item', item: step } });
  tasks.run(
    'calibration',
    async (signal) => {
      await session.calibrate({ ...wanted, onStep, signal });
      return null;
    },
    (task) => store.dispatch({ type: 'calibration', action: { type: 'task', task } }),
  );
}

async function ask(context: CalibrationContext, io: PromptIO): Promise<void> {
  const { store, enter, forward } = context;
  io.say(['', ...calibrationLines(store.getState(), plainView)]);
  if ((await io.choose('Calibrate?', ['Calibrate', 'Not now'])) === 1)
    return forward('calibration');
  run(context);
  const state = await until(store, ({ calibration }) => hasEnded(calibration.task));
  io.say(['', ...calibrationLines(state, plainView)]);
  enter('review');
}

/** Describes what it does and costs, or what it has found so far. Pure. */
function calibrationLines(
  state: StateOf<CalibrationKnown>,
  { width, glyphs }: LineOptions,
): readonly Line[] {
  const { task, items } = state.calibration;
  if (task.status === 'idle') return offer(resultOf(state.review.task), width);
  const signs = {
    'as-expected': { sign: glyphs.succeeded, role: 'good' },
    other: { sign: glyphs.warning, role: 'warning' },
    failed: { sign: glyphs.failed, role: 'bad' },
    'not-probed': { sign: '-', role: 'quiet' },
  } as const;
  const lines = items.flatMap((step): readonly Line[] => {
    if (step.kind === 'note') return indented(safe(step.message), width, 'quiet');
    if (step.kind === 'saved') return verdictView(calibrationVerdict(step.calibration), width);
    if (step.kind === 'tried') return verdictView(safe(trialVerdict(step.trial)), width);
    const { verdict, expected, seen: found, consequence } = step.result;
    return [
      ...marked(signs[verdict].sign, signs[verdict].role, `${expected}: ${safe(found)}`, width),
      ...(verdict === 'other' ? indented(`So ${consequence}`, width, 'quiet') : []),
    ];
  });
  return task.status === 'failed'
    ? [...lines, ...failureView(task.failure, { width, glyphs })]
    : lines;
}

function verdictView(text: string, width: number): readonly Line[] {
  return [[], ...wrap(text, width).map((part) => line(part)), []];
}

function offer(reviewed: Reviewed | null, width: number): readonly Line[] {
  if (reviewed === null) return [];
  const { due, plan } = reviewed;
  const { organization } = plan.target;
  const ofHost = [
    `This GitHub has not been calibrated. A calibration measures its real limits in a private scratch repository in ${safe(organization)}, then deletes the repository.`,
    'It takes about two minutes and 25 content-creating requests. It writes nothing else and mentions nobody.',
    'The migration then uses those limits instead of the documented ones.',
  ];
  const ofImporter = [
    `GitHub's importer has not been tested recently in ${safe(organization)}.`,
    ...trialIntroduction(organization).map(safe),
  ];
  const texts = [...(due.host ? ofHost : []), ...(due.importer ? ofImporter : [])];
  return texts.flatMap((text) => [...wrap(text, width).map((part) => line(part)), []]);
}
