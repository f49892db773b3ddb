import type { WizardOutcome } from '../../../core/commands/wizard-outcome.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import type { Program } from '../../../core/kernel/program.ts';
import { plainText } from '../../../ui/text/line.ts';
import { start } from './create-wizard.ts';
import type { PromptIO } from './prompt-io.ts';
import { stepNamed, type Wizard } from './step.ts';

class InputEnded extends Error {}

interface PromptStreams {
  readonly ask: NonNullable<Program['ask']>;
  readonly write: (text: string) => void;
}

/** The same steps as questions and answers, with the same state, checks and outcomes. */
export async function promptWizard<Known>(
  options: PromptStreams & { readonly wizard: Wizard<Known> },
): Promise<WizardOutcome> {
  const { wizard } = options;
  try {
    return await askThrough(wizard, createPromptIO(options));
  } catch (thrown) {
    if (thrown instanceof InputEnded) return { kind: 'left', saved: null };
    if (thrown instanceof Error && thrown.name === 'AbortError') return { kind: 'interrupted' };
    throw thrown;
  } finally {
    wizard.context.tasks.stopAll();
  }
}

async function askThrough<Known>(wizard: Wizard<Known>, io: PromptIO): Promise<WizardOutcome> {
  const { context, definition } = wizard;
  start(wizard);
  for (;;) {
    const { step, outcome } = context.store.getState();
    if (outcome !== null) return outcome;
    await stepNamed(definition.steps, step).ask(context, io);
  }
}

function createPromptIO({ ask, write }: PromptStreams): PromptIO {
  const say: PromptIO['say'] = (lines) => {
    for (const one of lines) write(`${typeof one === 'string' ? one : plainText(one)}\n`);
  };
  const askOnce: PromptIO['ask'] = async (question) => {
    const answer = await ask(question);
    if (answer === null) {
      say(['']);
      throw new InputEnded();
    }
    return answer.trim();
  };
  return {
    say,
    ask: askOnce,
    async choose(question, labels) {
      say(['', question, ...labels.map((label, at) => `  ${at + 1}  ${label}`)]);
      for (;;) {
        const answer = await askOnce(`Number [1]: `);
        const chosen = answer === '' ? 0 : Number(answer) - 1;
        if (labels[chosen] !== undefined) return chosen;
        say([`There is no number ${safe(answer)}.`]);
      }
    },
  };
}
