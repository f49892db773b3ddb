import { inParallel } from '../../kernel/async/in-parallel.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { ExpectedTargets } from '../../replica/context/expected-targets.ts';
import type { Manifest } from '../../secrets/manifest/manifest.ts';
import { readManifest } from '../../secrets/manifest/read-manifest.ts';
import { repositoryIds } from '../../secrets/manifest/target-scopes.ts';
import { visibilityOf } from '../../secrets/scaffold/scaffold.ts';
import { lazySeal } from '../../secrets/scaffold/seal.ts';
import type { SecretJournal } from '../../secrets/state/journal.ts';
import { openSecretJournal } from '../../secrets/state/open-journal.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { listEntries } from '../../vault/entries/listed-entries.ts';
import {
  type FilledScope,
  type FillReport,
  fillJson,
  fillLines,
} from '../../vault/fill/fill-report.ts';
import { type FillTools, fillScope } from '../../vault/fill/fill-scope.ts';
import { openSentVersions } from '../../vault/fill/sent-versions.ts';
import { checkVaultPath } from '../../vault/http/vault-settings.ts';
import type { Vault } from '../../vault/open-vault.ts';
import { requireVaultSync } from '../../vault/require-vault-sync.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { type ChosenValues, chooseValues } from './choose-values.ts';

interface SyncFromVaultFlags extends AppFlags {
  readonly vaultProject: string;
  readonly targetOrg: string;
  readonly manifest: string | undefined;
  readonly plan: string | undefined;
  readonly replaceExisting: boolean;
  readonly dryRun: boolean;
}

/** `migrator secrets sync-from-vault`: writes the values that people have filled in to the target, sealed. */
export async function runSyncFromVault(
  options: HandlerInput<SyncFromVaultFlags>,
): Promise<ExitCode> {
  const { flags, program } = options;
  program.naming.checkOwnerName(flags.targetOrg);
  const project = checkVaultPath(flags.vaultProject, '--vault-project');
  const files = await readFiles(flags, program);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const vault = await app.vault();
  const target = app.target();
  await requireVaultSync({
    app,
    hosts: [target.hostname, vault.client.host],
    now: program.clock.now(),
    dryRun: flags.dryRun,
  });
  const signal = AbortSignal.any([program.stop, program.drain]);
  await vault.verify({ signal });
  const account = await target.verifyCredentials({ signal });
  const owner = await target.findOwner({ name: flags.targetOrg, account, signal });
  const listed = await listEntries({ entries: vault.entries, project, signal });
  const { client } = vault;
  const chosen = chooseValues({ ...files, app, program, vault: client, project, listed, owner });
  const services = app.stateServices();
  const journal = await openSecretJournal({
    folder: stateFolder(program),
    host: target.hostname,
    owner: owner.login,
    ...{ clock: services.clock, process: services.process },
    notes: services.store.secretNotes,
    writes: !flags.dryRun,
  });
  await using _closing = { [Symbol.asyncDispose]: () => journal.close() };
  const created = services.guardCreated();
  const filling = { flags, program, app, vault, target, owner: owner.login, project, journal };
  const places = await fillPlaces({ ...filling, created, chosen });
  const report: FillReport = {
    host: client.host,
    mount: client.settings.mount,
    project,
    organization: owner.login,
    dryRun: flags.dryRun,
    places,
    unused: chosen.unused.map(({ path }) => path),
  };
  program.stdout.write(
    flags.json ? jsonLine(fillJson(report)) : `${fillLines(report).join('\n')}\n`,
  );
  const hasFailed = places.some(({ values }) => values.some(({ state }) => state === 'failed'));
  return hasFailed || !chosen.isWhole ? exitCodes.someFailed : exitCodes.done;
}

async function readFiles(
  flags: SyncFromVaultFlags,
  { naming }: CommandProgram,
): Promise<{ manifest: Manifest | null; plan: Plan | null }> {
  const manifest = flags.manifest === undefined ? null : await readManifest(flags.manifest, naming);
  if (flags.plan === undefined) return { manifest, plan: null };
  const resolveTargetNames = naming.resolveRepositoryNames;
  const { plan } = await readPlan({ path: flags.plan, resolveTargetNames });
  return { manifest, plan };
}

interface Filling {
  readonly flags: SyncFromVaultFlags;
  readonly program: CommandProgram;
  readonly app: App;
  readonly vault: Vault;
  readonly target: TargetHost;
  readonly owner: string;
  readonly project: string;
  readonly created: ExpectedTargets;
  readonly journal: SecretJournal;
  readonly chosen: ChosenValues;
}

/** In the order of the places, without those that an interruption skipped. */
async function fillPlaces(filling: Filling): Promise<readonly FilledScope[]> {
  const { app, program, target } = filling;
  const { places } = filling.chosen;
  const tools = await openFillTools(filling);
  const filled = new Map<number, FilledScope>();
  const together = { concurrency: target.limits.concurrentWrites, signal: program.stop };
  await inParallel([...places.entries()], together, async ([index, wanted], signal) => {
    filled.set(index, await fillScope({ ...tools, signal }, wanted));
    if (filled.size % 20 === 0) app.say(`${filled.size} of ${count(places.length, 'place')}`);
  });
  return places.flatMap((_, index) => filled.get(index) ?? []);
}

async function openFillTools(filling: Filling): Promise<FillTools> {
  const { flags, program, vault, target, owner, project, journal, created, chosen } = filling;
  const { address, namespace, mount } = vault.client.settings;
  const { targeted } = chosen;
  const signal = program.stop;
  return {
    entries: vault.entries,
    target: target.secrets,
    journal,
    sent: await openSentVersions({
      folder: stateFolder(program),
      place: [address, namespace ?? '', mount, project, target.hostname, owner.toLowerCase()],
    }),
    seal: lazySeal(),
    clock: program.clock,
    redactor: program.redactor,
    async visibilityOf(secret) {
      const ids = await repositoryIds({
        ...{ host: target, owner, targeted, created, secrets: [secret], signal },
      });
      return secret.repositories.every((one) => ids.has(one)) ? visibilityOf(secret, ids) : null;
    },
    async isMigrated({ owner, name }) {
      const { state } = await target.findRepository({ owner, name, signal });
      return state === 'present';
    },
    replaceExisting: flags.replaceExisting,
    maxValueBytes: program.naming.secretLimits.valueBytes,
    dryRun: flags.dryRun,
    signal,
    drain: program.drain,
  };
}
