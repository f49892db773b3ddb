import { stat } from 'node:fs/promises';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { dateOf, daysLeftText, licenseWarning } from '../../license/license.ts';
import { formatInvalid, licenseExpired } from '../../license/license-errors.ts';
import { keepKey, readKeyFile, withoutLineEnd } from '../../license/license-file.ts';
import { plans } from '../../license/plans.ts';
import { hideKey, readKey } from '../../license/read-license.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CommandProgram } from '../command-program.ts';
import { shadowing } from './register-handler.ts';

/** Characters that are read from standard input: a key, and some. */
const maxInput = 16_384;

/** `migrator license activate`: keeps a key on this machine, once it was found good. */
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
  if (license.standing === 'expired') throw licenseExpired(dateOf(license.expiresAt));
  const path = await keepKey(stateFolder(program), key);
  const { tier, email, expiresAt } = license;
  if (flags.json) {
    const expires = new Date(expiresAt).toISOString();
    program.stdout.write(jsonLine({ type: 'license-activated', tier, holder: email, expires }));
    return exitCodes.done;
  }
  program.stdout.write(
    `The ${plans[tier].name} license of ${safe(email)} is active until ${dateOf(expiresAt)} (${daysLeftText(license, now)}).\n`,
  );
  const warning = licenseWarning(license, now);
  if (warning !== null) program.stderr.write(`${warning}\n`);
  if (license.scope === 'this-machine')
    program.stderr.write('It counts for hosts on this machine (loopback addresses) alone.\n');
  program.stderr.write(`It is kept in ${path}.\n${shadowing(program)}`);
  return exitCodes.done;
}

/** The key itself, or where it is: `-` for standard input, or a file that holds nothing else. */
async function keyOf(operand: string | null, program: CommandProgram): Promise<string> {
  if (operand === null) {
    const typed = await program.ask?.('License key: ');
    if (typeof typed === 'string') return typed;
    throw new MigratorError('usage', 'license activate needs a license key', {
      hint: 'Give the key, a file that holds only the key, or - for standard input.',
    });
  }
  if (operand === '-') return withoutLineEnd(await program.readInput(maxInput));
  if (/^\s*MIGRATOR-\d/.test(operand)) return operand;
  if (await isThere(operand)) return readKeyFile(operand);
  if (operand === '' || operand.includes('MIGRATOR-1-')) return operand;
  throw formatInvalid('It does not begin with MIGRATOR-1-, and there is no file of that name.');
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
