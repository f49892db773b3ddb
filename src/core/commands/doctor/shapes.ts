import { commonInputs } from '../../config/load-config.ts';
import { shapeReport, storedShapes } from '../../doctor/findings/shape-report.ts';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';

interface ShapesFlags extends AppFlags {
  readonly shapes: string | undefined;
  readonly force: boolean;
}

/** `migrator doctor --shapes`: writes what the source sent other than expected, and asks nothing of any host. */
export async function writeShapesFile(options: HandlerInput<ShapesFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  const { shapes: path = '-', json } = flags;
  await checkOutputs({
    outputs: [{ flag: '--shapes', path }],
    inputs: commonInputs(flags, program),
    force: flags.force,
    uid: program.uid,
  });
  const stored = storedShapes(stateFolder(program));
  const { text, notes } = await shapeReport(stored, program.version);
  if (path === '-') {
    program.stdout.write(text);
    return 0;
  }
  await writeText(path, text, { force: flags.force, uid: program.uid });
  if (json) program.stdout.write(jsonLine({ type: 'file-written', path, notes }));
  else program.stderr.write(`Wrote ${path} with ${count(notes, 'difference')}.\n`);
  return 0;
}
