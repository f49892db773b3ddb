import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { finishLeftovers } from '../../vault/pipelines/clean-up.ts';
import { leftoverLines } from '../../vault/pipelines/pipeline-lines.ts';
import { pipelineRecords } from '../../vault/pipelines/pipeline-record.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';

/** `migrator secrets cleanup`: deletes what killed runs have left on the source and in the vault. */
export async function runCleanup(options: HandlerInput<AppFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  const records = pipelineRecords(stateFolder(program));
  const left = await records.list();
  if (left.length === 0) {
    const nothing = { type: 'secrets-cleaned-up', repositories: [] };
    program.stdout.write(flags.json ? jsonLine(nothing) : 'Nothing to clean up.\n');
    return exitCodes.done;
  }
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const vault = await app.vault();
  const runner = app.pipelines();
  const signal = program.stop;
  await vault.verify({ signal });
  const workspace = left[0]?.source.workspace ?? '';
  const repositories = left.flatMap(({ source }) =>
    source.workspace === workspace ? [source.slug] : [],
  );
  await runner.verifyCredentials({ workspace, repositories, signal });
  const tools = { runner, vault: vault.client, records };
  const reports = await finishLeftovers(tools, { records: left, program, signal });
  const result = {
    type: 'secrets-cleaned-up',
    repositories: reports.map(({ record, outcome, failures }) => ({
      workspace: record.source.workspace,
      repository: record.source.slug,
      outcome,
      failures,
    })),
  };
  program.stdout.write(flags.json ? jsonLine(result) : `${leftoverLines(reports).join('\n')}\n`);
  const isClean = reports.every(({ outcome }) => outcome === 'removed' || outcome === 'busy');
  return isClean ? exitCodes.done : exitCodes.someFailed;
}
