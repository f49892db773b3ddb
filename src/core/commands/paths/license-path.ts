import { toFailure, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../../kernel/exit-codes.ts';
import { readActivated } from '../../license/license-file.ts';
import { failureLines } from '../../report/failure-lines.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { PathPrompts } from '../../wizard/errands.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { runActivate } from '../license/activate-handler.ts';
import {
  licenseActivateCommand,
  licenseRegisterCommand,
  licenseStatusCommand,
} from '../license/command.ts';
import { runRegister } from '../license/register-handler.ts';
import { runStatus } from '../license/status-handler.ts';
import { configOf, say, show } from './path-prompts.ts';

type Commands = HandlerInput<AppFlags>;
type LicensePath = Commands & { readonly prompts: PathPrompts };

/**
 * Runs the commands of the license, each shown as a command line: status, registration if wanted, activation. What is wrong
 * with an answer is said, and it is asked again.
 */
export async function runLicensePath({ program, flags, prompts }: LicensePath): Promise<ExitCode> {
  const commands = { program, flags };
  await showLicense(commands);
  let text = 'Email to register for a Free license, or a license key';
  let code: ExitCode = exitCodes.done;
  for (;;) {
    const answer = await prompts.ask({ text, standard: '' });
    if (answer === null || answer === '') return code;
    try {
      if (!answer.includes('@')) return await activate(commands, answer);
      if (await register(commands, answer)) return exitCodes.done;
      text = 'License key from the email';
      code = exitCodes.done;
    } catch (thrown) {
      const error = toMigratorError(thrown);
      if (error.code === 'interrupted') throw error;
      code = exitCodeOf(error.code);
      for (const line of failureLines(toFailure(error), { color: false })) say(program, line);
    }
  }
}

async function showLicense({ program, flags }: Commands): Promise<void> {
  show(program, licenseStatusCommand, {});
  try {
    await runStatus({ flags, program });
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (error.code !== 'license') throw error;
    say(program, error.message);
  }
}

/** @returns whether a key was issued and activated at once */
async function register({ program, flags }: Commands, email: string): Promise<boolean> {
  const folder = stateFolder(program);
  const before = await readActivated(folder);
  const values = { email, ...configOf(flags) };
  show(program, licenseRegisterCommand, values);
  await runRegister({ flags: { ...flags, ...values }, program });
  return (await readActivated(folder)) !== before;
}

/** The line has no key, so that it can be shown: the command asks for it. */
function activate({ program, flags }: Commands, key: string): Promise<ExitCode> {
  show(program, licenseActivateCommand, configOf(flags));
  return runActivate({ operand: key, flags, program });
}
