import { dirname, join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { readTextFile } from '../../kernel/files/read-text-file.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { checksOf } from '../../pipelines/check/checks.ts';
import { convertPipelines } from '../../pipelines/convert-pipelines.ts';
import { readImports } from '../../pipelines/imports/imports-of.ts';
import type { HandlerInput } from '../command-program.ts';
import { type ConvertedFile, convertedJson, convertedLines } from './convert-output.ts';
import { findPipelineFiles, type PipelinePath, requireFolder } from './find-files.ts';
import { folderImports } from './folder-imports.ts';

interface ConvertFlags {
  readonly output: string | undefined;
  readonly imports: string | undefined;
  readonly check: boolean;
  readonly force: boolean;
  readonly json: boolean;
}

const maxBytes = 1_000_000;

/** `migrator pipelines convert`: reads pipeline files, and prints or writes workflows. */
export async function runPipelinesConvert({
  operand,
  flags,
  program,
}: HandlerInput<ConvertFlags> & { readonly operand: string | null }): Promise<ExitCode> {
  if (operand === null) {
    const hint = 'See migrator pipelines convert --help.';
    throw new MigratorError('usage', 'pipelines convert needs a file or folder', { hint });
  }
  const found = await findPipelineFiles(operand);
  if (flags.imports !== undefined) await requireFolder(flags.imports);
  const files: ConvertedFile[] = [];
  for (const one of found) files.push(await convertFile(one, { flags, program }));
  const [only] = files;
  if (files.length === 1 && only?.refusal != null) {
    const at = only.refusal.line === null ? '' : ` (line ${only.refusal.line})`;
    throw new MigratorError('input-file', `${only.path}: ${only.refusal.message}${at}`, {
      hint: 'Correct the file, and run the command again.',
    });
  }
  if (flags.output !== undefined) await writeWorkflows(files, flags.output, { flags, program });
  if (flags.json) program.stdout.write(jsonLine(convertedJson(files)));
  else for (const line of convertedLines(files, flags)) program.stdout.write(`${line}\n`);
  const isWhole = files.every(
    ({ refusal, checks }) => refusal === null && (checks ?? []).every(({ passed }) => passed),
  );
  return isWhole ? exitCodes.done : exitCodes.someFailed;
}

async function convertFile(
  { path, folder }: PipelinePath,
  { flags, program }: HandlerInput<ConvertFlags>,
): Promise<ConvertedFile> {
  const text = await readTextFile({ path, what: 'pipeline file', code: 'input-file', maxBytes });
  const { normalizeSecretName } = program.naming;
  const options = { secretName: (name: string) => normalizeSecretName(name).target };
  const read = folderImports({ repository: dirname(path), imports: flags.imports });
  const imports = await readImports(text, read);
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml', options, imports });
  if ('refusal' in result) {
    return { path, folder, converted: null, refusal: result.refusal, checks: null };
  }
  const checks = flags.check ? checksOf(result.converted) : null;
  return { path, folder, converted: result.converted, refusal: null, checks };
}

/** @throws `input-file` where a workflow exists and is not to be replaced */
async function writeWorkflows(
  files: readonly ConvertedFile[],
  output: string,
  { flags, program }: HandlerInput<ConvertFlags>,
): Promise<void> {
  const writing = { force: flags.force, uid: program.uid };
  const workflows = files.flatMap(({ folder, converted }) =>
    (converted?.workflows ?? []).map(({ path, text }) => ({
      path: join(output, folder, path),
      text,
    })),
  );
  const outputs = workflows.map(({ path }) => ({ flag: '--output', path }));
  await checkOutputs({ outputs, inputs: [], createsFolders: true, ...writing });
  for (const { path, text } of workflows) {
    makeFolder(dirname(path), 0o755);
    await writeText(path, text, writing);
  }
}
