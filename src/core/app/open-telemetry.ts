import type { CommandProgram } from '../commands/command-program.ts';
import type { Config } from '../config/config-schema.ts';
import type { Variables } from '../kernel/environment.ts';
import { stateFolder } from '../state/state-folder.ts';
import { telemetrySettings } from '../telemetry/telemetry-settings.ts';

/** Lets what this command comes to be counted and sent, where somebody wants it. */
export function openTelemetry(
  program: CommandProgram,
  { variables, config }: { variables: Variables; config: Config },
): void {
  const settings = telemetrySettings(variables, config);
  if (!settings.isOn) {
    if (settings.isMistake) program.telemetry?.warn(`${settings.why}: telemetry is off`);
    return;
  }
  const { endpoint } = settings;
  program.telemetry?.open({ endpoint, variables, stateFolder: stateFolder(program) });
}
