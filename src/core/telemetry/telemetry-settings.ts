import type { Config } from '../config/config-schema.ts';
import { checkBaseUrl } from '../kernel/base-url.ts';
import { readVariable, type Variables } from '../kernel/environment.ts';

/** Whether anything is sent, and where. */
export type TelemetrySettings =
  | { readonly isOn: true; readonly endpoint: string }
  | { readonly isOn: false; readonly why: string; readonly isMistake: boolean };

/**
 * Off unless an endpoint is configured and nobody has said no. Pure.
 * @param variables with what migrator.yaml adds
 */
export function telemetrySettings(variables: Variables, config: Config): TelemetrySettings {
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
