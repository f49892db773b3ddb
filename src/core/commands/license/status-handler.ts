import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { licenseWarning } from '../../license/license.ts';
import { licenseFile } from '../../license/license-file.ts';
import { readLicense } from '../../license/read-license.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CommandProgram } from '../command-program.ts';
import { licenseJson, licenseLines } from './output.ts';

/** `migrator license status`. Asks nobody. */
export async function runStatus(given: {
  flags: { readonly json: boolean };
  program: CommandProgram;
}): Promise<ExitCode> {
  const { flags, program } = given;
  const { environment: variables, redactor } = program;
  const now = program.clock.now();
  const folder = stateFolder(program);
  const reading = { variables, stateFolder: folder, now, redactor, hosts: null };
  const license = await readLicense(reading);
  const from = license.origin === 'activated' ? licenseFile(folder) : license.origin;
  if (flags.json) {
    program.stdout.write(jsonLine(licenseJson({ license, from, now })));
    return exitCodes.done;
  }
  const warning = licenseWarning(license, now);
  if (warning !== null) program.stderr.write(`${warning}\n`);
  program.stdout.write(
    licenseLines({ license, from, now })
      .map((line) => `${line}\n`)
      .join(''),
  );
  return exitCodes.done;
}
