import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBaseUrl } from '../kernel/base-url.ts';
import { readVariable, type Variables } from '../kernel/environment.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';

/** The part of migrator.yaml that telemetry reads. */
interface TelemetryConfig {
  readonly telemetry?:
    | { readonly endpoint?: string | undefined; readonly enabled?: boolean | undefined }
    | undefined;
}

/** Says whether anything is sent, and where. */
export type TelemetrySettings =
  | { readonly isOn: true; readonly endpoint: string }
  | { readonly isOn: false; readonly why: string; readonly isMistake: boolean };

/**
 * Off unless an endpoint is configured and nobody has said no. Pure.
 * @param variables with what migrator.yaml adds
 */
export function telemetrySettings(
  variables: Variables,
  config: TelemetryConfig,
): TelemetrySettings {
  const endpoint = readVariable(variables, 'MIGRATOR_TELEMETRY_URL');
  if (endpoint === null) return off('no endpoint is configured');
  if (saysYes(variables.DO_NOT_TRACK)) return off('DO_NOT_TRACK is set');
  const said = readVariable(variables, 'MIGRATOR_TELEMETRY');
  if (said !== null && !saysYes(said)) return off(`MIGRATOR_TELEMETRY is ${said}`);
  if (said === null && config.telemetry?.enabled === false)
    return off('telemetry.enabled is false in the configuration');
  try {
    // The file's value stands in the variables where the environment has none.
    const isOfFile = config.telemetry?.endpoint === endpoint;
    const setting = isOfFile ? 'telemetry.endpoint' : 'MIGRATOR_TELEMETRY_URL';
    return { isOn: true, endpoint: checkBaseUrl(endpoint, setting) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { isOn: false, why, isMistake: true };
  }
}

function off(why: string): TelemetrySettings {
  return { isOn: false, why, isMistake: false };
}

function saysYes(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The random id of this installation; `null` where none was chosen yet. */
export async function readInstallation(stateFolder: string): Promise<string | null> {
  const text = await readFile(fileOf(stateFolder), 'utf8').catch(() => '');
  return form.test(text.trim()) ? text.trim() : null;
}

/** The same, chosen now if there is none. @throws the system's error where it cannot be kept */
export async function chooseInstallation(stateFolder: string): Promise<string> {
  const known = await readInstallation(stateFolder);
  if (known !== null) return known;
  const chosen = randomUUID();
  makeFolder(stateFolder);
  await writeFile(fileOf(stateFolder), `${chosen}\n`, { mode: 0o600 });
  return chosen;
}

function fileOf(stateFolder: string): string {
  return join(stateFolder, 'telemetry.id');
}
