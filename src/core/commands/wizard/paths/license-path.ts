import { toMigratorError } from '../../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../../kernel/exit-codes.ts';
import { readActivated } from '../../../license/license-file.ts';
import { stateFolder } from '../../../state/state-folder.ts';
import type { AppFlags } from '../../app.ts';
import type { HandlerInput } from '../../command-program.ts';
import { runActivate } from '../../license/activate-handler.ts';
import {
  licenseActivateCommand,
  licenseRegisterCommand,
  licenseStatusCommand,
} from '../../license/command.ts';
import { runRegister } from '../../license/register-handler.ts';
import { runStatus } from '../../license/status-handler.ts';
import { askFor, configOf, say, show } from './path-prompts.ts';

type LicensePath = HandlerInput<AppFlags>;

/**
 * Runs the commands of the license, each shown as a command line: status, registration if wanted, activation.
 * @throws what the commands throw, except for a missing license
 */
export async function runLicensePath({ program, flags }: LicensePath): Promise<ExitCode> {
  await showLicense({ program, flags });
  say(program, '');
  const email = await askFor(
    program,
    'Email to register for a Free license (empty: you have a key; "-" quits): ',
  );
  if (email === null) return exitCodes.done;
  if (email !== '' && (await register({ program, flags }, email))) return exitCodes.done;
  const key = await askFor(program, 'License key ("-" quits): ');
  if (key === null || key === '') return exitCodes.done;
  // Without the key, so that the line can be shown.
  show(program, licenseActivateCommand, configOf(flags));
  return runActivate({ operand: key, flags, program });
}

async function showLicense({ program, flags }: LicensePath): Promise<void> {
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
async function register({ program, flags }: LicensePath, email: string): Promise<boolean> {
  const folder = stateFolder(program);
  const before = await readActivated(folder);
  const values = { email, ...configOf(flags) };
  show(program, licenseRegisterCommand, values);
  await runRegister({ flags: { ...flags, ...values }, program });
  return (await readActivated(folder)) !== before;
}
