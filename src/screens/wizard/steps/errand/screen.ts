import { type ExitCode, exitCodeOf, exitCodes } from '../../../../core/kernel/exit-codes.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { ErrandRequest } from '../../../../core/wizard/errands.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { yesNoKeys } from '../../../../ui/keys/yes-no-keys.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { StateOf } from '../../engine/state.ts';
import type { AnyStep, BodySize, TextInput, WizardContext } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import { failureView, scrolledBy } from '../../engine/view.ts';
import { commandsRun, type ErrandAction, type ErrandState, type Question } from './state.ts';
import { errandView, rowsAbove } from './view.ts';

interface ErrandScreen<Known> {
  /** Above the commands that stay on the terminal. */
  readonly head: string;
  readonly read: (state: StateOf<Known>) => ErrandState;
  readonly act: (context: WizardContext<Known>, action: ErrandAction) => void;
  readonly run: (context: WizardContext<Known>, request: ErrandRequest) => Promise<ExitCode>;
}

type Parts = 'body' | 'keys' | 'types' | 'question' | 'ask' | 'busy' | 'enter' | 'leave';

/** A step that runs commands one by one, shows what they print, and asks what they ask. */
export function errandScreen<Known>(
  errand: ErrandScreen<Known>,
): Required<Pick<AnyStep<Known>, Parts>> & { input: (input: TextInput) => ErrandAction } {
  const { read, act } = errand;
  return {
    input: (input) => input,
    body: (state, options) => ({ lines: errandView(read(state), options) }),
    keys: (context, size) => errandKeys(errand, context, size),
    types: (state) => read(state).question?.kind === 'text',
    question(state) {
      const { task, question, asked } = read(state);
      return `${task.status} ${question === null ? '' : asked}`;
    },
    ask: (context, io) => askErrand(errand, context, io),
    busy(state) {
      const { task, question } = read(state);
      return task.status === 'running' && question === null ? 'Running the command' : null;
    },
    enter: (context) => runErrand(errand, context),
    leave(context) {
      context.tasks.stop('errand');
      act(context, { type: 'task', task: idle });
    },
  };
}

/** The questions of the commands become questions of the screen. */
function runErrand<Known>(errand: ErrandScreen<Known>, context: WizardContext<Known>): void {
  const act = (action: ErrandAction) => errand.act(context, action);
  context.tasks.run(
    'errand',
    (signal) => {
      const show = <Answer>(
        question: (answer: (value: Answer) => void) => Question,
        none: Answer,
      ): Promise<Answer> =>
        new Promise((resolve) => {
          const settle = (value: Answer) => {
            if (!signal.aborted) act({ type: 'question', question: null });
            resolve(value);
          };
          // Leaving the screen answers no.
          signal.addEventListener('abort', () => resolve(none), { once: true });
          act({ type: 'question', question: question(settle) });
        });
      return errand.run(context, {
        environment: context.session.environmentInUse(),
        signal,
        onLine: (line) => {
          if (!signal.aborted) act({ type: 'line', line });
        },
        prompts: {
          ask: (asked) =>
            show<string | null>((answer) => ({ kind: 'text', ...asked, answer }), null),
          confirm: (text) => show<boolean>((answer) => ({ kind: 'confirm', text, answer }), false),
          onWrite: () => act({ type: 'written' }),
        },
      });
    },
    (task) => act({ type: 'task', task }),
  );
}

function errandKeys<Known>(
  errand: ErrandScreen<Known>,
  context: WizardContext<Known>,
  size: BodySize,
): readonly Binding[] {
  const state = errand.read(context.store.getState());
  const scroll = (by: number) => () => {
    const most = rowsAbove(state, { ...size, glyphs: glyphsOf({}) });
    errand.act(context, { type: 'scroll', to: scrolledBy(state.scrolled, { by, most }) });
  };
  const page = Math.max(1, size.height - 5);
  return [
    ...answerKeys(errand, context),
    { keys: ['pageup'], label: 'earlier', help: 'Page up', run: scroll(page) },
    { keys: ['pagedown'], help: 'Page down', run: scroll(-page) },
  ];
}

function answerKeys<Known>(
  errand: ErrandScreen<Known>,
  context: WizardContext<Known>,
): readonly Binding[] {
  const state = errand.read(context.store.getState());
  const { task, question, text, isYes } = state;
  if (task.status === 'done' || task.status === 'failed') {
    const exitCode = exitCodeAt(task);
    // A detour from a migration that is being prepared.
    if (context.store.getState().origin !== null) {
      return [{ keys: ['enter'], label: 'back', help: 'Back to the migration', run: context.back }];
    }
    const lines = commandsRun(state, errand.head);
    const run = () => context.end({ kind: 'errand', exitCode, lines });
    return [{ keys: ['enter'], label: 'finish', help: 'Leave the wizard', run }];
  }
  if (question === null) return [];
  if (question.kind === 'text') {
    const missing = text.text.trim() === '' && question.standard === '' ? 'type an answer' : null;
    return [
      {
        keys: ['enter'],
        label: 'continue',
        help: 'Continue with this answer',
        disabled: missing,
        run: () => question.answer(text.text.trim()),
      },
      { keys: ['esc'], label: 'skip', help: 'End here', run: () => question.answer(null) },
    ];
  }
  const turn = () => errand.act(context, { type: 'yes', isYes: !isYes });
  return [
    { keys: ['enter'], label: 'answer', help: 'Answer', run: () => question.answer(isYes) },
    ...yesNoKeys({
      yes: { help: 'Yes', run: () => question.answer(true) },
      no: { help: 'No', run: () => question.answer(false) },
    }),
    { keys: ['down', 'up', 'tab'], label: 'change', help: 'Yes or no', run: turn },
  ];
}

/** The same as lines. */
async function askErrand<Known>(
  { read }: ErrandScreen<Known>,
  { store, end }: WizardContext<Known>,
  io: PromptIO,
): Promise<void> {
  let printed = 0;
  const print = () => {
    const { lines } = read(store.getState());
    const from = printed;
    printed = lines.length;
    if (printed > from) io.say(lines.slice(from).map(safe));
  };
  const stop = store.subscribe(print);
  try {
    for (;;) {
      const state = await until(store, (one) => {
        const { question, task } = read(one);
        return question !== null || hasEnded(task);
      });
      const { question, task } = read(state);
      if (question !== null) await answerIn(io, question);
      else {
        if (task.status === 'failed') io.say(failureView(task.failure, plainView));
        return end({ kind: 'errand', exitCode: exitCodeAt(task), lines: [] });
      }
    }
  } finally {
    stop();
  }
}

async function answerIn(io: PromptIO, question: Question): Promise<void> {
  if (question.kind === 'confirm') {
    return question.answer(/^y(es)?$/i.test(await io.ask(`${question.text} [yes/no] `)));
  }
  const standard = question.standard === '' ? '' : ` [${safe(question.standard)}]`;
  const answer = await io.ask(`${question.text}${standard} ("-" ends here): `);
  question.answer(answer === '-' ? null : answer);
}

function exitCodeAt(task: ErrandState['task']): ExitCode {
  if (task.status === 'failed') return exitCodeOf(task.failure.code);
  return task.status === 'done' ? task.value : exitCodes.done;
}
