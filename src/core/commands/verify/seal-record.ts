import { resolve } from 'node:path';
import { tellWritten, writeText } from '../../kernel/files/write-result.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Verification } from '../../verbs/verify/findings/difference.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { type Comparison, recordOf } from '../comparison/compare-now.ts';
import type { VerificationRecord } from '../comparison/record/record.ts';
import { withSameConfig } from '../next-step.ts';
import { differencesCsv } from './differences-csv.ts';
import { verificationJson, verificationLines } from './output.ts';
import { verificationHtml } from './page/page.ts';

/** Describes where the report goes. */
interface ReportFlags {
  readonly config: string | undefined;
  readonly json: boolean;
  /** Of the page; `-`: standard output. */
  readonly output: string | undefined;
  /** Beside the page, as CSV and JSON. */
  readonly data?: boolean;
  readonly force: boolean;
  readonly verbose: number;
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

/** A file of the report. */
export interface ReportFile {
  readonly path: string;
  /** Another file had its name before the command. */
  readonly wasThere: boolean;
}

/**
 * Writes the report to its files; none where it goes to standard output.
 * @param earlier files that this command has written before, which it replaces
 * @throws `input-file` if one cannot be written
 */
export async function writeReport(
  { flags, program }: HandlerInput<ReportFlags>,
  result: VerificationRecord,
  earlier: readonly ReportFile[],
): Promise<readonly ReportFile[]> {
  const { output } = flags;
  if (output === undefined || output === '-') return [];
  const texts = [verificationHtml(result), differencesCsv(result), verificationJson(result)];
  const written: ReportFile[] = [];
  for (const [index, path] of [output, ...dataPaths(flags)].entries()) {
    const before = earlier.find((one) => one.path === path);
    const force = flags.force || before !== undefined;
    const wasThere = await writeText(path, texts[index] ?? '', { force, uid: program.uid });
    written.push({ path, wasThere: before?.wasThere ?? wasThere });
  }
  return written;
}

/** Says which files were written, and prints the result. */
export function print(
  app: App,
  { flags, program }: HandlerInput<ReportFlags>,
  { record: result, files }: { record: VerificationRecord; files: readonly ReportFile[] },
): void {
  const { json } = flags;
  const repositories = result.repositories.length;
  for (const { path, wasThere } of files) {
    tellWritten({ path, repositories, json, program }, wasThere);
  }
  if (flags.output === '-') program.stdout.write(verificationHtml(result));
  if (flags.json) {
    program.stdout.write(verificationJson(result));
    return;
  }
  // With `-` the page is on standard output.
  const output = flags.output === '-' ? program.stderr : program.stdout;
  const color = app.output.color && output.isTerminal;
  const page = flags.output === '-' ? undefined : flags.output;
  writeLines(
    output,
    withSameConfig(
      verificationLines(result, { color, page, namesAll: flags.verbose > 0 }),
      flags.config,
    ),
  );
}

/** Says on the screen where the report is. Pure. */
export function writtenLines(files: readonly ReportFile[]): readonly string[] {
  if (files.length === 0) return [];
  return ['', `Report written: ${namesText(files.map(({ path }) => safe(resolve(path))))}`];
}
