import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { rollback } from '../../verbs/cutover/rollback/rollback.ts';
import type { RollbackCheck, RollbackRun } from '../../verbs/cutover/rollback/rollback-request.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { askOrEnd, type Consent, confirm, consentOf, requireConsent } from '../migrate/consent.ts';
import { syncedOf } from '../migrate/named-migration.ts';
import { sayNext } from '../next-step.ts';
import { chosenOf } from '../sync/chosen-of.ts';
import { checkJson, checkLines, finishedJson, finishedLines } from './output.ts';

export type RollbackFlags = AppFlags & {
  readonly migration: string;
  readonly dryRun: boolean;
  readonly delete: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A file of slugs or names. */
  readonly repositories: string | undefined;
  readonly wave: number | undefined;
  readonly yes: boolean;
};

const what = 'The rollback';

/** `migrator rollback`: looks, asks, and goes back to the sources. */
export async function runRollback({
  flags,
  program,
}: HandlerInput<RollbackFlags>): Promise<ExitCode> {
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const consent = consentOf(flags, program);
  if (!flags.dryRun) {
    if (flags.delete) requireTyping(consent);
    else requireConsent(consent, what);
  }
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const services = await app.migrationServices();
  services.runController.attend(false);
  const migration = await syncedOf(services.store, flags.migration);
  const plan = storedPlan(migration);
  const color = app.output.color && program.stdout.isTerminal;
  const show = (check: RollbackCheck) => checkLines(check, run, { color });
  const print = (json: string, lines: readonly string[]) => {
    program.stdout.write(flags.json ? json : lines.map((line) => `${line}\n`).join(''));
  };
  const run: RollbackRun = {
    ...{ services, migration, plan, deletes: flags.delete },
    ...{ signal: program.stop, drain: program.drain },
    repositories: chosenOf(plan, { ...flags, slugs }),
    async confirm(check) {
      for (const line of show(check)) app.say(line);
      if (flags.delete) await confirmDeleting(consent, check);
      else await confirm(consent, what, 'Archive these GitHub repositories and unlock Bitbucket?');
    },
    onStep(event) {
      const { step, source, summary } = program.redactor.data(event);
      app.say(`${step.padEnd(10)}${safe(source)}  ${safe(summary)}`);
    },
  };
  const outcome = await rollback(run, { dryRun: flags.dryRun });
  if (outcome.kind === 'checked') {
    print(checkJson(outcome.check, run), show(outcome.check));
    const isLeft = outcome.check.repositories.some(({ state }) => state.kind === 'left');
    return isLeft ? exitCodes.someFailed : exitCodes.done;
  }
  print(finishedJson(outcome, run), finishedLines(outcome, { color }));
  sayNext(
    program,
    flags.json,
    `migrator audit --migration ${migration.id} --output audit-${migration.id}.jsonl --force`,
  );
  const isLeft = outcome.repositories.some(({ kind }) => kind === 'left');
  return isLeft || outcome.others.length > 0 ? exitCodes.someFailed : exitCodes.done;
}

/** @throws `usage` where nobody can type */
function requireTyping({ ask }: Consent): void {
  if (ask !== null) return;
  throw new MigratorError(
    'usage',
    '--delete needs each name typed, and prompts are off (no terminal, CI or --json)',
    {
      hint: 'Nothing was changed. Without --delete, the repositories are kept under another name.',
    },
  );
}

/** @throws `usage` if another word is typed, `interrupted` */
export async function confirmDeleting(
  consent: Consent,
  { repositories, owner }: Pick<RollbackCheck, 'repositories' | 'owner'>,
): Promise<void> {
  for (const { planned, state } of repositories) {
    if (state.kind !== 'ready') continue;
    const fullName = `${owner.login}/${planned.target}`;
    const answer = await askOrEnd(
      consent,
      `${safe(fullName)} will be deleted for good, with its approvals, commit comments, discussions and wiki.\nType its name to confirm: `,
    );
    if (answer === planned.target || answer === fullName) continue;
    throw new MigratorError('usage', `Deleting ${fullName} was not confirmed`, {
      hint: 'Nothing was changed.',
    });
  }
}
