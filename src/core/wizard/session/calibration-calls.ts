import { calibrate } from '../../calibration/calibrate.ts';
import { readCalibration } from '../../calibration/calibration-files.ts';
import type { Program } from '../../kernel/program.ts';
import { currentCalibration } from '../../run/control/current-calibration.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { WizardSession } from './session.ts';
import type { SessionApp } from './session-app.ts';

/** Returns what GitHub does, tried on a scratch repository. */
export function calibrationCalls(
  { app, open }: SessionApp,
  { program, awaited }: { program: Program; awaited: <T>(work: Promise<T>) => Promise<T> },
): Pick<WizardSession, 'isCalibrationDue' | 'calibrate'> {
  const { clock, random } = program;
  const folder = stateFolder(program);
  async function run({
    onStep,
    ...options
  }: Parameters<WizardSession['calibrate']>[0]): Promise<void> {
    await using tools = await open();
    const steps = calibrate({
      ...{ ...options, keep: false, stateFolder: folder, clock, random },
      ...{ target: tools.target(), git: await tools.openGit() },
    });
    for await (const step of steps) onStep(step);
  }
  return {
    async isCalibrationDue(signal) {
      const target = (await app()).target();
      const account = await target.verifyCredentials({ signal });
      const found = ({ id }: { id: string }) =>
        readCalibration({ stateFolder: folder, host: target.hostname, account: id });
      const current = await currentCalibration({ readCalibration: found, clock, target }, account);
      return current?.why !== null;
    },
    calibrate: (options) => awaited(run(options)),
  };
}
