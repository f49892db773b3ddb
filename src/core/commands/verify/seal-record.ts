import { writeResult } from '../../kernel/files/write-result.ts';
import type { Verification } from '../../verbs/verify/findings/difference.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { type Comparison, recordOf } from '../comparison/compare-now.ts';
import type { VerificationRecord } from '../comparison/record/record.ts';
import { differencesCsv } from './differences-csv.ts';
import { verificationJson, verificationLines } from './output.ts';
import { verificationHtml } from './page/page.ts';

/** Describes where the report goes. */
interface ReportFlags {
  readonly json: boolean;
  /** Of the page; `-`: standard output. */
  readonly output: string | undefined;
  /** Beside the page, as CSV and JSON. */
  readonly data?: boolean;
  readonly force: boolean;
}

/** Seals what was found, as a phase of its own. */
export async function sealed(
  comparison: Comparison,
  result: Verification,
): Promise<VerificationRecord> {
  const { phases } = comparison.app;
  phases.report({ type: 'begun', phase: 'record' });
  const record = await recordOf(result, comparison);
  phases.report({ type: 'ended', phase: 'record' });
  return record;
}

/** `verification.csv` and `verification.json` beside `verification.html`; none where they are not wanted. Pure. */
export function dataPaths({
  output,
  data,
}: Pick<ReportFlags, 'output' | 'data'>): readonly string[] {
  if (data !== true || output === undefined) return [];
  const name = output.replace(/\.html?$/i, '');
  return [`${name}.csv`, `${name}.json`];
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
    const texts = [differencesCsv(result), verificationJson(result)];
    for (const [index, path] of dataPaths(flags).entries()) {
      const [text = '', repositories] = [texts[index], result.repositories.length];
      await writeResult({
        text,
        path,
        repositories,
        force: flags.force,
        json: flags.json,
        program,
      });
    }
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
