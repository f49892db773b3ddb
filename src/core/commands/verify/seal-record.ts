import { newestCalibration } from '../../calibration/calibration-files.ts';
import { writeResult } from '../../kernel/files/write-result.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { VerificationServices } from '../../replica/context/migration-context.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { Verification } from '../../verbs/verify/findings/difference.ts';
import type { App } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { verificationJson, verificationLines } from './output.ts';
import { verificationHtml } from './page/page.ts';
import { recordVerification, type VerificationRecord } from './record/record.ts';

/** Describes where the report goes. */
interface ReportFlags {
  readonly json: boolean;
  /** Of the page; `-`: standard output. */
  readonly output: string | undefined;
  readonly force: boolean;
}

/** Seals what was found, redacted before: the page is written without a redacting output. */
export async function sealed(
  app: App,
  program: CommandProgram,
  of: {
    readonly services: VerificationServices;
    readonly migration: Migration;
    readonly result: Verification;
  },
): Promise<VerificationRecord> {
  app.phases.report({ type: 'begun', phase: 'record' });
  const host = of.services.target.hostname;
  const found = await newestCalibration({ stateFolder: stateFolder(program), host });
  const { version } = program;
  const pages = app.sourcePages(of.migration.source);
  const record = recordVerification(program.redactor.data(of.result), {
    calibration: found === null ? null : program.redactor.data(found),
    ...{ version, pages },
  });
  app.phases.report({ type: 'ended', phase: 'record' });
  return record;
}

/** Writes the report, and prints the result. */
export async function print(
  app: App,
  { flags, program }: HandlerInput<ReportFlags>,
  result: VerificationRecord,
): Promise<void> {
  if (flags.output !== undefined) {
    await writeResult({
      text: verificationHtml(result),
      path: flags.output,
      repositories: result.repositories.length,
      force: flags.force,
      json: flags.json,
      program,
    });
  }
  if (flags.json) {
    program.stdout.write(verificationJson(result));
    return;
  }
  // With `-` the page is on standard output.
  const output = flags.output === '-' ? program.stderr : program.stdout;
  const color = app.output.color && output.isTerminal;
  output.write(
    verificationLines(result, { color })
      .map((line) => `${line}\n`)
      .join(''),
  );
}
