import { commonInputs } from '../../config/load-config.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { readUserMap } from '../../users/parse-user-map.ts';
import type { Confidence } from '../../users/suggest/candidates.ts';
import { peopleTextOf } from '../../verbs/users/suggest/people-text.ts';
import type { EvidenceRequest } from '../../verbs/users/suggest/read-evidence.ts';
import { suggestedText, suggestUsers } from '../../verbs/users/suggest/suggest-users.ts';
import type { App, AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { migratedOf } from '../migrate/named-migration.ts';
import { sayNext } from '../next-step.ts';
import { suggestionLines, suggestionRow } from './suggest-output.ts';

type UsersSuggestFlags = AppFlags & {
  readonly migration: string | undefined;
  readonly targetOrg: string | undefined;
  readonly userMap: string | undefined;
  readonly accept: Confidence | undefined;
  readonly output: string | undefined;
  readonly force: boolean;
};

/** `migrator users suggest`: shows who may be whom, and writes a user map with it. Changes nothing on the hosts. */
export async function runUsersSuggest({
  flags,
  program,
}: HandlerInput<UsersSuggestFlags>): Promise<ExitCode> {
  checkFlags(flags);
  if (flags.targetOrg !== undefined) program.naming.checkOwnerName(flags.targetOrg);
  const { output, force, accept = null } = flags;
  await checkOutputs({
    outputs: [{ flag: '--output', path: output }],
    inputs: [...commonInputs(flags, program), { flag: '--user-map', path: flags.userMap }],
    ...{ force, uid: program.uid },
  });
  const given = flags.userMap === undefined ? null : (await readUserMap(flags.userMap)).text;
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const { text, ...place } = await placeOf(app, flags, given);
  const onStep = (step: string) => app.say(`${step} ...`);
  const { rows, notes } = await suggestUsers({ ...place, text, onStep, signal: program.stop });
  if (output !== undefined) {
    const suggested = suggestedText(text, rows, accept);
    await writeText(output, suggested, { isPrivate: true, force, uid: program.uid });
    app.say(`Wrote ${output}.`);
  }
  const head = { migration: flags.migration ?? null, organization: place.organization };
  const lines = suggestionLines(rows, { notes, accept });
  program.stdout.write(
    flags.json
      ? jsonLine({
          ...{ type: 'users-suggestions', ...head },
          people: rows.map((row) => suggestionRow(row, accept)),
          notes,
        })
      : lines.map((line) => `${line}\n`).join(''),
  );
  const next = nextOf(flags);
  if (next !== null) sayNext(program, flags, safe(next));
  return exitCodes.done;
}

/** The command that uses the map that was written; `null` where none was. */
function nextOf({ migration, targetOrg, output }: UsersSuggestFlags): string | null {
  if (output === undefined || output === '-') return null;
  const map = shellValue(output);
  if (migration !== undefined)
    return `migrator migrate --resume ${migration} --user-map ${map} --dry-run`;
  return `migrator plan --inventory inventory.json --target-org ${targetOrg} --user-map ${map} --output plan.json`;
}

function checkFlags({ migration, targetOrg, userMap, accept, output }: UsersSuggestFlags): void {
  const refused: readonly (readonly [boolean, string, string])[] = [
    [
      (migration === undefined) === (targetOrg === undefined),
      'users suggest takes --migration or --target-org',
      'Use --target-org only before there is a migration; a migration already has its organization.',
    ],
    [
      targetOrg !== undefined && userMap === undefined,
      'users suggest --target-org needs --user-map',
      'discover --deep --users users.csv writes one with everyone seen in pull requests.',
    ],
    [
      accept !== undefined && output === undefined,
      '--accept needs --output: it fills in target_username there',
      'For example --accept medium --output people.csv',
    ],
  ];
  for (const [isWrong, message, hint] of refused) {
    if (isWrong) throw new MigratorError('usage', message, { hint });
  }
}

type Place = Pick<EvidenceRequest, 'target' | 'organization' | 'repositories'> & {
  /** The user map. */
  readonly text: string;
};

async function placeOf(app: App, flags: UsersSuggestFlags, given: string | null): Promise<Place> {
  const { migration: id, targetOrg } = flags;
  if (id === undefined) {
    const organization = targetOrg ?? '';
    return { target: app.target(), organization, repositories: null, text: given ?? '' };
  }
  const { store, target } = await app.verificationServices();
  const migration = await migratedOf(store, id);
  const created = (await store.listRepositories(id)).filter(({ webUrl }) => webUrl !== null);
  return {
    target,
    organization: migration.target.organization,
    repositories: created.map(({ target: name }) => name),
    text: given ?? (await peopleTextOf(store, migration)),
  };
}
