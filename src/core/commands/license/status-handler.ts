import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import {
  dateOf,
  daysLeft,
  daysLeftText,
  effectiveTier,
  type License,
  licenseWarning,
} from '../../license/key/license.ts';
import { paidFeatures, plans } from '../../license/key/plans.ts';
import { licenseFile } from '../../license/license-file.ts';
import { readLicense } from '../../license/read-license.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { HandlerInput } from '../command-program.ts';

/** `migrator license status`: sends nothing. */
export async function runStatus(
  given: HandlerInput<{ readonly json: boolean }>,
): Promise<ExitCode> {
  const { flags, program } = given;
  const { environment: variables, redactor } = program;
  const now = program.clock.now();
  const folder = stateFolder(program);
  const reading = { variables, stateFolder: folder, now, redactor, hosts: null };
  const license = await readLicense(reading);
  const from = license.origin === 'activated' ? licenseFile(folder) : license.origin;
  if (flags.json) {
    program.stdout.write(jsonLine(licenseJson({ license, from, now })));
    return exitCodes.done;
  }
  const warning = licenseWarning(license, now);
  if (warning !== null) program.stderr.write(`${warning}\n`);
  program.stdout.write(
    licenseLines({ license, from, now })
      .map((line) => `${line}\n`)
      .join(''),
  );
  return exitCodes.done;
}

interface ShownLicense {
  readonly license: License;
  /** Where the key is. */
  readonly from: string;
  readonly now: number;
}

/** A fact a line. Pure. */
function licenseLines({ license, from, now }: ShownLicense): readonly string[] {
  const plan = plans[effectiveTier(license)];
  const { repositories, workers, features } = plan;
  const issuedFor = plans[license.tier].name;
  const days = daysLeftText(license, now);
  const rows: readonly (readonly [string, string])[] = [
    ['Tier', license.validity === 'valid' ? plan.name : `${plan.name} instead of ${issuedFor}`],
    ['Holder', safe(license.email)],
    ['License', safe(license.id)],
    ['Issued', dateOf(license.issuedAt)],
    [
      'Expires',
      license.validity === 'expired'
        ? `${dateOf(license.expiresAt)} (expired)`
        : `${dateOf(license.expiresAt)} (${days})`,
    ],
    ['Repositories', repositories === null ? 'no limit' : `up to ${repositories} per migration`],
    ['Workers', `up to ${workers}`],
    ...paidFeatures.map(
      (feature, index) =>
        [
          index === 0 ? 'Features' : '',
          `${features.includes(feature) ? 'yes' : 'no '}  ${feature}`,
        ] as const,
    ),
    ...(license.scope === 'this-machine'
      ? [['Valid for', 'only hosts on this machine (loopback addresses)'] as const]
      : []),
    ['Key', safe(from)],
  ];
  return rows.map(([title, text]) => `${title.padEnd(13)} ${text}`);
}

/** Pure. */
function licenseJson({ license, from, now }: ShownLicense) {
  const tier = effectiveTier(license);
  const { repositories, workers, features } = plans[tier];
  return {
    type: 'license',
    /** Now; an expired license counts as free. */
    tier,
    issued_for: license.tier,
    standing: license.validity,
    holder: license.email,
    id: license.id,
    issued: new Date(license.issuedAt).toISOString(),
    expires: new Date(license.expiresAt).toISOString(),
    days_left: daysLeft(license, now),
    limits: { repositories, workers },
    features,
    counts_for: license.scope,
    key: from,
  };
}
