import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { importerOf } from '../../replica/apply/import/target-importer.ts';
import { readClaimMap } from '../../users/mannequin-map.ts';
import { claimImported } from '../../verbs/users/claim.ts';
import { readClaimStatuses } from '../../verbs/users/read-claim-statuses.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { confirm, consentOf, requireConsent } from '../migrate/consent.ts';
import { sayNext } from '../next-step.ts';
import { importedOf } from './imported-migration.ts';
import { outcomeLine, sayStrangers, statusLines, statusRow } from './output.ts';

type UsersClaimFlags = AppFlags & {
  readonly migration: string;
  readonly userMap: string | undefined;
  readonly immediate: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
};

const what = 'Claiming';

/** `migrator users claim`: shows who would be asked, asks, and invites. */
export async function runUsersClaim({
  flags,
  program,
}: HandlerInput<UsersClaimFlags>): Promise<ExitCode> {
  const { immediate: isImmediate } = flags;
  const consent = consentOf(flags, program);
  if (!flags.dryRun) requireConsent(consent, what);
  const map = flags.userMap === undefined ? null : await readClaimMap(flags.userMap);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const services = await app.verificationServices();
  const { store } = services;
  const migration = await importedOf(store, flags.migration);
  const importer = importerOf(services);
  const run = { importer, migration, map, signal: program.stop };
  const print = (json: object, lines: readonly string[]) => {
    const text = lines.map((line) => `${line}\n`).join('');
    const head = { type: 'users-claim', migration: migration.id, dry_run: flags.dryRun };
    program.stdout.write(flags.json ? jsonLine({ ...head, ...json }) : text);
  };
  if (flags.dryRun) {
    const { people, strangers } = await readClaimStatuses({ ...run, store });
    sayStrangers(app, strangers);
    print({ people: people.map(statusRow) }, [...statusLines(people), 'Nothing was sent.']);
    return exitCodes.done;
  }
  const outcomes = await claimImported({
    ...{ ...run, services, isImmediate, drain: program.drain },
    async confirm(people) {
      for (const line of statusLines(people)) app.say(line);
      const many = count(people.length, 'person', 'people');
      const question = isImmediate
        ? `Hand over their work to ${many}?`
        : `Send ${many} an invitation by email?`;
      await confirm(consent, what, question);
    },
    onStrangers: (rows) => sayStrangers(app, rows),
    onPerson: (outcome) => app.say(outcomeLine(outcome, isImmediate)),
  });
  const failed = outcomes.filter(({ failure }) => failure !== null).length;
  const done = outcomes.length - failed;
  const json = outcomes.map(({ person, failure }) => {
    return { ...statusRow(person), failure: failure?.message ?? null };
  });
  const verb = isImmediate ? 'handed over' : 'invited';
  const summary =
    outcomes.length === 0 ? 'Everyone has been invited.' : `${done} ${verb}, ${failed} failed.`;
  print({ people: json }, [summary]);
  if (failed > 0) return exitCodes.someFailed;
  sayNext(program, flags, `migrator users status --migration ${migration.id}`);
  return exitCodes.done;
}
