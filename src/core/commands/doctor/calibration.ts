import { calibrate } from '../../calibration/calibrate.ts';
import { calibrationJson } from '../../calibration/calibration-json.ts';
import { calibrationVerdict } from '../../calibration/probes/findings.ts';
import { drainingClock } from '../../config/with-config.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { outputOptions } from '../../report/output-options.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { sayNext } from '../next-step.ts';
import { probeLines } from './probe-lines.ts';

interface CalibrationFlags extends AppFlags {
  readonly targetOrg: string | undefined;
  readonly keep: boolean;
}

/** `migrator doctor --calibrate`: a line for each probe, then what it comes to. */
export async function runCalibration(options: HandlerInput<CalibrationFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  const organization = requireOrganization(flags);
  const { color } = outputOptions(flags, { ...program, stderr: program.stdout });
  const write = (line: string) => program.stdout.write(`${line}\n`);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const steps = calibrate({
    ...{ organization, keep: flags.keep, random: program.random },
    target: app.target(),
    git: await app.openGit(),
    stateFolder: stateFolder(program),
    clock: drainingClock(program),
    signal: AbortSignal.any([program.drain, program.stop]),
  });
  if (!flags.json) for (const line of introduction(organization)) write(safe(line));
  const notes: string[] = [];
  let isWhole = true;
  for await (const step of steps) {
    if (step.kind === 'saved') {
      const { calibration } = step;
      isWhole = calibration.results.every(({ verdict }) => verdict !== 'failed');
      if (flags.json)
        program.stdout.write(
          jsonLine({ type: 'calibration', ...calibrationJson(calibration), notes }),
        );
      else write(`\n${calibrationVerdict(calibration)}`);
    } else if (step.kind === 'note') {
      notes.push(step.message);
      if (!flags.json) write(`      ${safe(step.message)}`);
    } else if (!flags.json) {
      for (const line of probeLines(step.result, palette(color))) write(line);
    }
  }
  if (!isWhole) return exitCodes.someFailed;
  sayNext(program, flags, 'migrator doctor');
  return exitCodes.done;
}

/** @throws `usage` where none is named */
export function requireOrganization({ targetOrg }: Pick<CalibrationFlags, 'targetOrg'>): string {
  if (targetOrg !== undefined) return targetOrg;
  throw new MigratorError('usage', 'doctor --calibrate needs --target-org', {
    hint: 'Specify an organization for the scratch repository.',
  });
}

function introduction(organization: string): readonly string[] {
  return [
    `Tests how GitHub behaves in a private scratch repository in ${organization}, then deletes it.`,
    'Takes about two minutes and 25 content-creating requests. It mentions nobody but you.',
    '',
  ];
}
