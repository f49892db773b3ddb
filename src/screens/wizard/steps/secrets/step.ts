import { type ExitCode, exitCodeOf, exitCodes } from '../../../../core/kernel/exit-codes.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { BodySize, Step, WizardContext } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import { failureView, scrolledBy } from '../../view.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import { firstOrganization } from '../credentials/values.ts';
import { pickedName } from '../discovery/pick-state.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import {
  commandsRun,
  initialSecrets,
  type Question,
  reduceSecrets,
  type SecretsAction,
  type SecretsSlice,
  type SecretsState,
} from './state.ts';
import { rowsAbove, secretsView } from './view.ts';

type Known = CredentialsSlice & DiscoverySlice;
type SecretsContext = WizardContext<SecretsSlice & Known>;

export const secretsStep: Step<'secrets', SecretsState, SecretsAction, Known> = {
  name: 'secrets',
  isAside: true,
  initial: () => initialSecrets,
  reduce: reduceSecrets,
  input: (input) => input,
  about: () =>
    'Runs the commands of secrets one by one and shows what they print. Nothing is written without a yes.',
  title: () => 'Secrets',
  body: ({ secrets }, options) => ({ lines: secretsView(secrets, options) }),
  keys: secretsKeys,
  ask,
  busy: ({ secrets: { task, question } }) =>
    task.status === 'running' && question === null ? 'Running the command' : null,
  enter: runErrand,
  leave({ store, tasks }) {
    tasks.stop('secrets');
    store.dispatch({ type: 'secrets', action: { type: 'task', task: idle } });
  },
};

function requestOf({ store, session }: SecretsContext) {
  const { credentials, discovery } = store.getState();
  return {
    environment: session.environmentInUse(),
    workspace: pickedName(discovery.pick),
    organization: firstOrganization(credentials),
  };
}

/** The questions of the commands become questions of the screen. */
function runErrand(context: SecretsContext): void {
  const { store, secrets, tasks } = context;
  const act = (action: SecretsAction) => store.dispatch({ type: 'secrets', action });
  tasks.run(
    'secrets',
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
      return secrets.run({
        ...requestOf(context),
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

function secretsKeys(context: SecretsContext, size: BodySize): readonly Binding[] {
  const { store } = context;
  const { secrets } = store.getState();
  const act = (action: SecretsAction) => store.dispatch({ type: 'secrets', action });
  const scroll = (by: number) => () => {
    const most = rowsAbove(secrets, { ...size, glyphs: glyphsOf({}) });
    act({ type: 'scroll', to: scrolledBy(secrets.scrolled, { by, most }) });
  };
  const page = Math.max(1, size.height - 5);
  return [
    ...answerKeys(context, act),
    { keys: ['pageup'], label: 'earlier', help: 'Page up', run: scroll(page) },
    { keys: ['pagedown'], help: 'Page down', run: scroll(-page) },
  ];
}

function answerKeys(
  { store, end }: SecretsContext,
  act: (action: SecretsAction) => void,
): readonly Binding[] {
  const { task, question, text, isYes } = store.getState().secrets;
  if (task.status === 'done' || task.status === 'failed') {
    const exitCode = exitCodeAt(task);
    const lines = commandsRun(store.getState().secrets);
    const run = () => end({ kind: 'secrets', exitCode, lines });
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
  const turn = () => act({ type: 'yes', isYes: !isYes });
  return [
    { keys: ['enter'], label: 'answer', help: 'Answer', run: () => question.answer(isYes) },
    { keys: ['esc', 'n'], label: 'no', help: 'No', run: () => question.answer(false) },
    { keys: ['down', 'up', 'tab'], label: 'change', help: 'Yes or no', run: turn },
    { keys: ['y'], help: 'Yes', run: () => question.answer(true) },
  ];
}

/** The same as lines. */
async function ask({ store, end }: SecretsContext, io: PromptIO): Promise<void> {
  let printed = 0;
  const print = () => {
    const { lines } = store.getState().secrets;
    const from = printed;
    printed = lines.length;
    if (printed > from) io.say(lines.slice(from).map(safe));
  };
  const stop = store.subscribe(print);
  try {
    for (;;) {
      const { secrets } = await until(
        store,
        (state) => state.secrets.question !== null || hasEnded(state.secrets.task),
      );
      const { question, task } = secrets;
      if (question !== null) await answerIn(io, question);
      else {
        if (task.status === 'failed') io.say(failureView(task.failure, plainView));
        return end({ kind: 'secrets', exitCode: exitCodeAt(task), lines: [] });
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

function exitCodeAt(task: SecretsState['task']): ExitCode {
  if (task.status === 'failed') return exitCodeOf(task.failure.code);
  return task.status === 'done' ? task.value : exitCodes.done;
}
