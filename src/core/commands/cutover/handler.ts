import { migrationOptions } from '../../choices/options.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes, worstExitCode } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { confirmPublication } from '../../run/control/confirm-publication.ts';
import { abortCutover } from '../../verbs/cutover/abort.ts';
import { cutover } from '../../verbs/cutover/cutover.ts';
import type { CutoverCheck, CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { type Consent, confirm, consentOf, requireConsent } from '../migrate/consent.ts';
import { refuseCancelled, syncedOf } from '../migrate/named-migration.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import { chosenOf } from '../sync/chosen-of.ts';
import {
  abortJson,
  abortLines,
  checkJson,
  checkLines,
  finishedJson,
  finishedLines,
} from './output.ts';
import { syncOnce } from './sync-once.ts';

export type CutoverFlags = AppFlags & {
  readonly migration: string;
  readonly dryRun: boolean;
  readonly abort: boolean;
  readonly announce: boolean;
  readonly reread: 'open' | 'all' | undefined;
  readonly acceptExcepted: boolean;
  readonly publishPrivate: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A file of slugs or names. */
  readonly repositories: string | undefined;
  readonly wave: number | undefined;
  readonly workers: number | undefined;
  readonly yes: boolean;
};

/** `migrator cutover`: checks, asks, and switches; or takes back what it put on the sources. */
export async function runCutover(given: HandlerInput<CutoverFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  refuseCombined(flags);
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const consent = consentOf(flags, program);
  const what = flags.abort ? 'Unlocking Bitbucket' : 'The cut-over';
  if (!flags.dryRun) requireConsent(consent, what);
  const canAsk = !flags.dryRun && consent.ask !== null && !consent.isGiven;
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const services = await app.migrationServices();
  services.runController.attend(false);
  const run = await runOf(app, services, { ...given, slugs, excepted: choiceOf(flags, canAsk) });
  const color = app.output.color && program.stdout.isTerminal;
  const print = (json: string, lines: readonly string[]) => {
    program.stdout.write(flags.json ? json : lines.map((line) => `${line}\n`).join(''));
  };
  if (flags.abort) {
    await confirm(consent, what, `Unlock the Bitbucket repositories of ${run.migration.id}?`);
    const aborted = await abortCutover(run);
    print(abortJson(run.migration.id, aborted), abortLines(aborted, { color }));
    return aborted.some(({ isOpen }) => isOpen) ? exitCodes.someFailed : exitCodes.done;
  }
  const show = (check: CutoverCheck) => checkLines(check, run, { color });
  const outcome = await cutover(
    {
      ...run,
      async confirm(check) {
        for (const line of show(check)) app.say(line);
        if (run.excepted === 'ask') await askAboutExcepted(consent, what, check);
        await confirm(consent, what, 'Lock Bitbucket and switch to GitHub now?');
        const { publishPrivate: globs } = flags;
        await confirmPublication(services, run.migration, { globs, isKept: true });
      },
    },
    { dryRun: flags.dryRun },
  );
  if (outcome.kind === 'refused')
    return reportProblems({ app, program, plan: run.plan }, outcome.problems);
  if (outcome.kind === 'checked') {
    const { problems } = outcome.check;
    if (flags.dryRun) print(checkJson(outcome.check, run), show(outcome.check));
    // The check has them already.
    if (flags.dryRun && flags.json) return worstExitCode(problems.map(({ code }) => code));
    return reportProblems({ app, program, plan: run.plan }, problems);
  }
  print(finishedJson(outcome, run), finishedLines(outcome, run));
  return exitCodes.done;
}

/** @throws `usage` for what --abort cannot be combined with */
function refuseCombined(flags: CutoverFlags): void {
  if (!flags.abort) return;
  const others = {
    '--dry-run': flags.dryRun,
    '--announce': flags.announce,
    '--accept-excepted': flags.acceptExcepted,
    '--publish-private': flags.publishPrivate.length > 0,
  };
  const other = Object.entries(others).find(([, isGiven]) => isGiven)?.[0];
  if (other === undefined) return;
  throw new MigratorError('usage', `--abort cannot be combined with ${other}`, {
    hint: "--abort only undoes the cut-over's changes on Bitbucket.",
  });
}

function choiceOf({ acceptExcepted }: CutoverFlags, canAsk: boolean): CutoverRun['excepted'] {
  if (acceptExcepted) return 'accept';
  return canAsk ? 'ask' : 'refuse';
}

/** The lock does not hold for them. @throws `usage` where a person does not accept that */
async function askAboutExcepted(
  consent: Consent,
  what: string,
  { lock, excepted }: CutoverCheck,
): Promise<void> {
  if (!lock.letsExceptedThrough || excepted.size === 0) return;
  const many = count(excepted.size, 'source', 'sources');
  await confirm(consent, what, `Accept that these people can still push to ${many}?`);
}

async function runOf(
  app: App,
  services: MigrationServices,
  {
    flags,
    program,
    slugs,
    excepted,
  }: HandlerInput<CutoverFlags> & {
    slugs: ReadonlySet<string> | undefined;
    excepted: CutoverRun['excepted'];
  },
): Promise<CutoverRun> {
  const found = await syncedOf(services.store, flags.migration);
  refuseCancelled(found);
  const migration = await confirmPublication(services, found, {
    globs: flags.publishPrivate,
    isKept: false,
  });
  const plan = storedPlan(migration);
  const options = migrationOptions({ flags, plan: plan.options, config: app.config });
  const { stop: signal, drain } = program;
  const base = { services, migration, plan, options, events: app.events, signal, drain };
  const askedWorkers = flags.workers ?? plan.options.workers;
  // What no list shows: the last chance to see an edited comment.
  const reread = flags.reread ?? 'open';
  // A run before may have locked the sources.
  const syncing = {
    ...{ ...base, say: app.say, askedWorkers },
    mayHaveWritten: true as const,
  };
  return {
    ...base,
    repositories: chosenOf(plan, { ...flags, slugs }),
    sync: syncOnce({ ...syncing, reread }),
    syncUnread:
      flags.reread === undefined
        ? syncOnce({ ...syncing, reread: 'changed', closed: { kind: 'unread' } })
        : null,
    ...{ askedWorkers, reread, excepted },
    announce: flags.announce,
    confirm: async () => {},
    onStep: ({ step, source, summary }) => app.say(stepLine(program, { step, source, summary })),
    ...{ requests: app.requests, budgets: app.budgets },
  };
}

function stepLine(
  { redactor }: CommandProgram,
  event: Parameters<CutoverRun['onStep']>[0],
): string {
  const { step, source, summary } = redactor.data(event);
  return `${step.padEnd(10)}${safe(source)}  ${safe(summary)}`;
}
