import { existsSync } from 'node:fs';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { dateOf, daysLeftText, licenseWarning } from '../../license/key/license.ts';
import { formatInvalid, licenseExpired } from '../../license/key/license-errors.ts';
import { plans } from '../../license/key/plans.ts';
import { keepKey, readKeyFile, withoutLineEnd } from '../../license/license-file.ts';
import { hideKey, readKey } from '../../license/read-license.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CommandProgram } from '../command-program.ts';
import { shadowing } from './register-handler.ts';

/** Characters from standard input: longer than any key. */
const maxInput = 16_384;

/** `migrator license activate`: stores a valid key on this machine. */
export async function runActivate(given: {
  operand: string | null;
  flags: { readonly json: boolean };
  program: CommandProgram;
}): Promise<ExitCode> {
  const { flags, program } = given;
  const now = program.clock.now();
  const key = await keyOf(given.operand, program);
  hideKey(program.redactor, key);
  const license = await readKey({ variables: program.environment, now }, key);
  if (license.validity === 'expired') throw licenseExpired(dateOf(license.expiresAt));
  const path = await keepKey(stateFolder(program), key);
  const { tier, email, expiresAt } = license;
  if (flags.json) {
    const expires = new Date(expiresAt).toISOString();
    program.stdout.write(jsonLine({ type: 'license-activated', tier, holder: email, expires }));
    return exitCodes.done;
  }
  program.stdout.write(
    `The ${plans[tier].name} license for ${safe(email)} is active until ${dateOf(expiresAt)} (${daysLeftText(license, now)}).\n`,
  );
  const warning = licenseWarning(license, now);
  if (warning !== null) program.stderr.write(`${warning}\n`);
  if (license.scope === 'this-machine')
    program.stderr.write('It is valid only for hosts on this machine (loopback addresses).\n');
  program.stderr.write(`Saved in ${path}.\n${shadowing(program)}`);
  return exitCodes.done;
}

/** From the operand itself, standard input (`-`), or a file that holds only the key. */
async function keyOf(operand: string | null, program: CommandProgram): Promise<string> {
  if (operand === null) {
    const typed = await program.ask?.('License key: ');
    if (typeof typed === 'string') return typed;
    throw new MigratorError('usage', 'license activate needs a license key', {
      hint: 'Pass the key, a file that contains only the key, or - for standard input.',
    });
  }
  if (operand === '-') return withoutLineEnd(await program.readInput(maxInput));
  if (/^\s*MIGRATOR-\d/.test(operand)) return operand;
  if (existsSync(operand)) return readKeyFile(operand);
  if (operand === '' || operand.includes('MIGRATOR-1-')) return operand;
  throw formatInvalid('It does not start with MIGRATOR-1-, and there is no file with this name.');
}
