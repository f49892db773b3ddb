import { calibrate } from '../../calibration/calibrate.ts';
import { readCalibration, readTrial } from '../../calibration/calibration-files.ts';
import { whyStale } from '../../calibration/probes/findings.ts';
import type { TrialStep } from '../../calibration/trial/importer-trial.ts';
import type { Variables } from '../../kernel/environment.ts';
import type { Program } from '../../kernel/program.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { ArchiveFormat } from '../../ports/target-importer.ts';
import { currentCalibration } from '../../run/control/current-calibration.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CalibrationDue, WizardSession } from './session.ts';
import type { SessionApp } from './session-app.ts';

/** Given by the command: a trial is a migration, which a session cannot run. */
export type TryImporter = (options: {
  environment: Variables;
  target: TargetHost;
  organization: string;
  format: ArchiveFormat;
  signal: AbortSignal;
}) => AsyncIterable<TrialStep>;

/** Returns what GitHub and its importer do, tried on scratch repositories. */
export function calibrationCalls(
  { app, open, variables }: SessionApp,
  options: {
    program: Program;
    tryImporter: TryImporter;
    awaited: <T>(work: Promise<T>) => Promise<T>;
  },
): Pick<WizardSession, 'findDue' | 'calibrate'> {
  const { program, tryImporter, awaited } = options;
  const { clock, random } = program;
  const folder = stateFolder(program);
  const findDue: WizardSession['findDue'] = async ({ organization, format, signal }) => {
    const target = (await app()).target();
    const host = target.hostname;
    const account = await target.verifyCredentials({ signal });
    const found = ({ id }: { id: string }) =>
      readCalibration({ stateFolder: folder, host, account: id });
    const current = await currentCalibration({ readCalibration: found, clock, target }, account);
    const trial = format === null ? null : await readTrial(folder, { host, organization, format });
    const isFresh = trial !== null && whyStale(trial, { at: clock.now() }) === null;
    return { host: current?.why !== null, importer: format !== null && !isFresh };
  };
  async function run(wanted: Parameters<WizardSession['calibrate']>[0]): Promise<void> {
    const { organization, format, onStep, signal } = wanted;
    const due: CalibrationDue = await findDue(wanted);
    await using tools = await open();
    const target = tools.target();
    if (due.host) {
      const steps = calibrate({
        ...{ organization, signal, keep: false, stateFolder: folder, clock, random },
        ...{ target, git: await tools.openGit() },
      });
      for await (const step of steps) onStep(step);
    }
    if (!due.importer || format === null) return;
    const environment = variables();
    for await (const step of tryImporter({ environment, target, organization, format, signal }))
      onStep(step);
  }
  return { findDue, calibrate: (wanted) => awaited(run(wanted)) };
}
