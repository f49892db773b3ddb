import { randomBytes } from 'node:crypto';
import { loadTrustedConfig } from '../../config/trusted-config.ts';
import { withConfig } from '../../config/with-config.ts';
import { readVariable } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { issueFree } from '../../license/issue/issue-license.ts';
import { requireEmail } from '../../license/key/email.ts';
import { dateOf, effectiveTier, type License } from '../../license/key/license.ts';
import { plans } from '../../license/key/plans.ts';
import { keepKey, licenseFile, readActivated } from '../../license/license-file.ts';
import { readKey } from '../../license/read-license.ts';
import { requestLicense } from '../../license/request-license.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';

interface RegisterFlags {
  readonly email: string | undefined;
  readonly config: string | undefined;
  readonly json: boolean;
}

/** `migrator license register`: asks the service for a Free license, or issues one where there is no service. */
export async function runRegister(given: HandlerInput<RegisterFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  const config = await loadTrustedConfig(program, flags.config);
  const variables = withConfig(program.environment, config);
  const email = requireEmail(flags.email ?? (await askForEmail(program)));
  const serviceUrl = readVariable(variables, 'MIGRATOR_LICENSE_SERVICE_URL');
  if (serviceUrl === null) return issueHere(given, email);
  const appFlags = { plain: true, color: false, verbose: 0, ...flags };
  const silently = { resultOnly: true, tellsOfTrust: true };
  await using app = await program.openApp({ program, flags: appFlags, ...silently });
  const { host } = await requestLicense({
    network: app.network,
    serviceUrl,
    email,
    userAgent: `migrator/${program.version}`,
    signal: AbortSignal.any([program.stop, program.drain]),
  });
  if (flags.json)
    program.stdout.write(jsonLine({ type: 'license-requested', email, service: host }));
  else
    program.stderr.write(
      `${host} sends the license key to ${email}. Activate it with: migrator license activate <key>\n`,
    );
  return exitCodes.done;
}

async function askForEmail({ ask }: CommandProgram): Promise<string> {
  const answer = await ask?.("Licensee's email: ");
  if (typeof answer === 'string' && answer.trim() !== '') return answer.trim();
  throw new MigratorError('usage', 'license register needs --email', {
    hint: 'For example: migrator license register --email ada@example.com',
  });
}

async function issueHere({ flags, program }: HandlerInput<RegisterFlags>, email: string) {
  const folder = stateFolder(program);
  const now = program.clock.now();
  const key = issueFree({ email, now, random: randomBytes(8) });
  const larger = await activeLargerLicense(program, folder);
  if (larger === null) await keepKey(folder, key);
  const { expiresAt } = await readKey({ variables: {}, now }, key);
  const said =
    larger === null
      ? `This Free license is active on this machine until ${dateOf(expiresAt)}. Saved in ${licenseFile(folder)}; no service was contacted.`
      : `The ${plans[larger.tier].name} license for ${larger.email} stays active. No service was contacted.`;
  if (flags.json) {
    const activated = larger === null;
    program.stdout.write(jsonLine({ type: 'license-issued', key, activated, email, tier: 'free' }));
    return exitCodes.done;
  }
  program.stdout.write(`${key}\n`);
  program.stderr.write(`${said}\n${shadowing(program)}`);
  return exitCodes.done;
}

/** An active paid license, which must not be lost. */
async function activeLargerLicense(
  program: CommandProgram,
  folder: string,
): Promise<License | null> {
  const key = await readActivated(folder);
  if (key === null) return null;
  const variables = program.environment;
  const license = await readKey({ variables, now: program.clock.now() }, key).catch(() => null);
  return license !== null && effectiveTier(license) !== 'free' ? license : null;
}

/** A notice where MIGRATOR_LICENSE overrides the key on this machine. */
export function shadowing({ environment }: Pick<CommandProgram, 'environment'>): string {
  return readVariable(environment, 'MIGRATOR_LICENSE') === null
    ? ''
    : 'MIGRATOR_LICENSE is set and overrides this license.\n';
}
