import {
  trialIntroduction,
  trialJson,
  trialVerdict,
} from '../../calibration/trial/importer-trial.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { archiveFormats } from '../../ports/target-importer.ts';
import { outputOptions } from '../../report/output-options.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';
import { tryImporter } from '../trial/try-importer.ts';
import { requireOrganization } from './calibration.ts';
import { probeLines } from './probe-lines.ts';

interface TrialFlags extends AppFlags {
  readonly calibrate: boolean;
  readonly targetOrg: string | undefined;
  readonly keep: boolean;
}

/**
 * `migrator doctor --calibrate --importer`: a line for each thing that the importer may lose, in both formats.
 * @throws `usage` without --calibrate or --target-org
 */
export async function runTrial(
  { flags, program }: HandlerInput<TrialFlags>,
  startHosts: StartHosts,
): Promise<ExitCode> {
  if (!flags.calibrate) {
    throw new MigratorError('usage', 'doctor --importer needs --calibrate', {
      hint: 'Add --calibrate and --target-org, the organization for the scratch repository.',
    });
  }
  const organization = requireOrganization(flags);
  const { color } = outputOptions(flags, { ...program, stderr: program.stdout });
  const write = (line: string) => program.stdout.write(`${line}\n`);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const target = app.target();
  const say = flags.json ? () => {} : write;
  for (const line of trialIntroduction(organization)) say(safe(line));
  say('');
  const steps = tryImporter({
    ...{ program, flags, startHosts, target, organization },
    ...{ formats: archiveFormats, keep: flags.keep },
  });
  for await (const step of steps) {
    if (step.kind === 'tried') {
      if (flags.json) program.stdout.write(jsonLine({ type: 'trial', ...trialJson(step.trial) }));
      else say(`\n${safe(trialVerdict(step.trial))}\n`);
    } else if (step.kind === 'note') {
      say(`      ${safe(step.message)}`);
    } else {
      for (const line of probeLines(step.result, palette(color))) say(line);
    }
  }
  return exitCodes.done;
}
