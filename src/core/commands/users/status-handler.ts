import { commonInputs } from '../../config/load-config.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { importerOf } from '../../replica/apply/import/target-importer.ts';
import { readClaimMap } from '../../users/mannequin-map.ts';
import { readClaimStatuses } from '../../verbs/users/read-claim-statuses.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { sayNext } from '../next-step.ts';
import { importedOf } from './imported-migration.ts';
import { mannequinFile, sayStrangers, statusLines, statusRow } from './output.ts';

type UsersStatusFlags = AppFlags & {
  readonly migration: string;
  readonly userMap: string | undefined;
  readonly output: string | undefined;
  readonly force: boolean;
};

/** `migrator users status`. Reads the state and the target. */
export async function runUsersStatus({
  flags,
  program,
}: HandlerInput<UsersStatusFlags>): Promise<ExitCode> {
  const { output, force } = flags;
  await checkOutputs({
    outputs: [{ flag: '--output', path: output }],
    inputs: [...commonInputs(flags, program), { flag: '--user-map', path: flags.userMap }],
    ...{ force, uid: program.uid },
  });
  const map = flags.userMap === undefined ? null : await readClaimMap(flags.userMap);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const services = await app.verificationServices();
  const { store } = services;
  const migration = await importedOf(store, flags.migration);
  const importer = importerOf(services);
  const asked = { store, importer, migration, map, signal: program.stop };
  const { people, strangers } = await readClaimStatuses(asked);
  sayStrangers(app, strangers);
  if (output !== undefined) {
    await writeText(output, mannequinFile(people), { isPrivate: true, force, uid: program.uid });
    app.say(`Wrote ${output}.`);
  }
  program.stdout.write(
    flags.json
      ? jsonLine({ type: 'users', migration: migration.id, people: people.map(statusRow) })
      : statusLines(people)
          .map((line) => `${line}\n`)
          .join(''),
  );
  if (people.some(({ status }) => status.kind === 'unclaimed')) {
    const named = flags.userMap === undefined ? '' : ` --user-map ${shellValue(flags.userMap)}`;
    sayNext(
      program,
      flags,
      safe(`migrator users claim --migration ${migration.id}${named} --dry-run`),
    );
  }
  return exitCodes.done;
}
