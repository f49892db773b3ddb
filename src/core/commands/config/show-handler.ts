import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/config-schema.ts';
import { defaultConfigFile, loadConfig } from '../../config/load-config.ts';
import { withConfig } from '../../config/with-config.ts';
import { checkBaseUrl } from '../../kernel/base-url.ts';
import { readVariable, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { licenseFile } from '../../license/license-file.ts';
import { readProxySettings } from '../../network/tls-proxy/proxy-settings.ts';
import { sourceAddresses } from '../../ports/credentials/source-addresses.ts';
import { readSourceCredentials } from '../../ports/credentials/source-credentials.ts';
import { readTargetCredentials } from '../../ports/credentials/target-credentials.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { nothingCounted, telemetryPayload } from '../../telemetry/payload.ts';
import { readInstallation, telemetrySettings } from '../../telemetry/telemetry-settings.ts';
import type { CommandProgram } from '../command-program.ts';
import { effectiveSettings, secretPresence } from './effective-settings.ts';

/** `migrator config show`: every effective value with its origin, and what telemetry would send. */
export async function runShow(given: {
  flags: { readonly json: boolean; readonly config: string | undefined };
  program: CommandProgram;
}): Promise<ExitCode> {
  const { flags, program } = given;
  const { environment } = program;
  const config = await loadConfig(flags.config);
  const folder = stateFolder(program);
  const shown = {
    file: fileOf(flags.config),
    state_folder: folder,
    settings: effectiveSettings(environment, config, flags.config ?? defaultConfigFile),
    problems: unusableSettings(withConfig(environment, config)),
    secrets: [
      ...secretPresence(environment),
      // Commands that read it report whether it is valid.
      { name: licenseFile(folder), isPresent: existsSync(licenseFile(folder)) },
    ],
    telemetry: await telemetryOf(program, config),
  };
  program.stdout.write(
    flags.json
      ? jsonLine({ type: 'config', ...shown })
      : lines(shown, Object.keys(config).length === 0).join(''),
  );
  return shown.problems.length === 0 ? exitCodes.done : exitCodes.input;
}

/** `null` without a file. */
function fileOf(named: string | undefined): string | null {
  const file = resolve(named ?? defaultConfigFile);
  return named === undefined && !existsSync(file) ? null : file;
}

async function telemetryOf(program: CommandProgram, config: Config) {
  const settings = telemetrySettings(withConfig(program.environment, config), config);
  const { version, platform, telemetry } = program;
  const payload = telemetryPayload({
    installation: await readInstallation(stateFolder(program)),
    machine: telemetry?.machine ?? { version, node: '', platform, architecture: '' },
    end: { command: 'migrate', exitCode: exitCodes.done, milliseconds: 0 },
    counts: nothingCounted,
  });
  return { ...settings, payload };
}

interface Shown {
  readonly file: string | null;
  readonly state_folder: string;
  readonly settings: ReturnType<typeof effectiveSettings>;
  readonly problems: ReturnType<typeof unusableSettings>;
  readonly secrets: ReturnType<typeof secretPresence>;
  readonly telemetry: Awaited<ReturnType<typeof telemetryOf>>;
}

function lines(
  { file, state_folder, settings, problems, secrets, telemetry }: Shown,
  setsNothing: boolean,
): readonly string[] {
  const place =
    file === null
      ? 'no migrator.yaml here; values are defaults or from the environment'
      : `${safe(file)}${setsNothing ? ' (no keys set)' : ''}`;
  const width = Math.max(...settings.map(({ name }) => name.length));
  const values = Math.min(60, Math.max(...settings.map(({ value }) => shownValue(value).length)));
  const rows = [
    `Configuration  ${place}`,
    `State          ${safe(state_folder)}`,
    '',
    ...settings.map(
      ({ name, value, from }) =>
        `${name.padEnd(width)}  ${shownValue(value).padEnd(values)}  ${safe(from)}`,
    ),
    ...(problems.length === 0 ? [] : ['', 'Invalid']),
    ...problems.flatMap(({ message, hint }) => [
      `  ${safe(message)}`,
      ...(hint === null ? [] : [`    ${safe(hint)}`]),
    ]),
    '',
    'Secrets',
    ...secrets.map(
      ({ name, isPresent }) => `  ${isPresent ? 'present' : 'absent '}  ${safe(name)}`,
    ),
    '',
    telemetry.isOn
      ? `Telemetry goes to ${safe(telemetry.endpoint)}. Sent at the end of a command, with counts instead of null:`
      : `Telemetry is off: ${safe(telemetry.why)}. When on, it sends this, with counts instead of null:`,
    JSON.stringify(telemetry.payload, null, 2),
  ];
  return rows.map((row) => `${row.trimEnd()}\n`);
}

/** An address with letters that look like others also shows the name by which its host is asked for. Pure. */
function shownValue(value: string): string {
  const host = URL.parse(value)?.hostname ?? '';
  return host.split('.').some((part) => part.startsWith('xn--')) && !value.includes(host)
    ? `${safe(value)} (${host})`
    : safe(value);
}

/** A setting that a command would refuse. */
interface UnusableSetting {
  readonly message: string;
  readonly hint: string | null;
}

const addresses = ['VAULT_ADDR', 'MIGRATOR_LICENSE_SERVICE_URL', 'MIGRATOR_TELEMETRY_URL'];

/**
 * The errors of commands about settings. Missing credentials are none. Pure.
 * @param variables including those of migrator.yaml
 */
function unusableSettings(variables: Variables): readonly UnusableSetting[] {
  const checks: (() => unknown)[] = [
    // Also without credentials.
    () => sourceAddresses(variables),
    () => readSourceCredentials(variables, { usesGit: false }),
    () => readTargetCredentials(variables),
    ...addresses.map((name) => () => {
      const address = readVariable(variables, name);
      return address === null ? null : checkBaseUrl(address, name);
    }),
    () => readProxySettings(variables),
  ];
  const problems = checks.flatMap((check) => problemOf(check));
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

function problemOf(check: () => unknown): readonly UnusableSetting[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof MigratorError)) throw error;
    return error.code === 'configuration' ? [{ message: error.message, hint: error.hint }] : [];
  }
}
