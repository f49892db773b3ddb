import { inParallel } from '../../kernel/async/in-parallel.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { readPlan } from '../../plan/read-plan.ts';
import type { SecretVisibility } from '../../ports/secret-target.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import { leftOutLines } from '../../secrets/manifest/left-out-lines.ts';
import type { OrganizationSecret } from '../../secrets/manifest/manifest.ts';
import { readManifest } from '../../secrets/manifest/read-manifest.ts';
import { loadSeal, type Seal } from '../../secrets/scaffold/seal.ts';
import { repositoryIds } from '../../secrets/scaffold/selected-repositories.ts';
import { openSecretJournal } from '../../secrets/state/journal.ts';
import { type Targeted, targetPlaces } from '../../secrets/state/target-places.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { manifestOfEntries } from '../../vault/entries/entries-manifest.ts';
import { emptyProject, listEntries } from '../../vault/entries/listed-entries.ts';
import { type FilledPlace, type FillTools, fillPlace } from '../../vault/fill/fill-place.ts';
import { type FillReport, fillJson, fillLines } from '../../vault/fill/fill-report.ts';
import { openSentVersions } from '../../vault/fill/sent-versions.ts';
import { wantedValues } from '../../vault/fill/wanted-values.ts';
import { checkVaultPath } from '../../vault/http/vault-settings.ts';
import { requireVaultSync } from '../../vault/require-vault-sync.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';

export interface SyncFromVaultFlags extends AppFlags {
  readonly vaultProject: string;
  readonly targetOrg: string;
  readonly manifest: string | undefined;
  readonly plan: string | undefined;
  readonly replaceExisting: boolean;
  readonly dryRun: boolean;
}

/** `migrator secrets sync-from-vault`: the values that people have filled in, sealed for the target. */
export async function runSyncFromVault(options: {
  flags: SyncFromVaultFlags;
  program: CommandProgram;
}): Promise<ExitCode> {
  const { flags, program } = options;
  program.naming.checkOwnerName(flags.targetOrg);
  const project = checkVaultPath(flags.vaultProject, '--vault-project');
  const given =
    flags.manifest === undefined ? null : await readManifest(flags.manifest, program.naming);
  const plan =
    flags.plan === undefined
      ? null
      : (
          await readPlan({
            path: flags.plan,
            resolveTargetNames: program.naming.resolveRepositoryNames,
          })
        ).plan;
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const vault = await app.vault();
  const target = app.target();
  await requireVaultSync({
    app,
    hosts: [target.hostname, vault.client.host],
    now: program.clock.now(),
    dryRun: flags.dryRun,
  });
  const beginning = AbortSignal.any([program.stop, program.drain]);
  await vault.verify({ signal: beginning });
  const account = await target.verifyCredentials({ signal: beginning });
  const owner = await target.findOwner({ name: flags.targetOrg, account, signal: beginning });
  const listed = await listEntries({ entries: vault.entries, project, signal: beginning });
  const { host, settings } = vault.client;
  const { mount } = settings;
  for (const { message, hint } of listed.refused) app.say(safe(`warning  ${message}. ${hint}`));
  for (const path of listed.foreign) {
    app.say(safe(`warning  ${mount}/${path} is no entry of sync-to-vault, and was not read`));
  }
  const isComplete = listed.refused.length === 0;
  if (listed.entries.length === 0 && isComplete) throw emptyProject(host, `${mount}/${project}`);
  const own =
    given === null
      ? manifestOfEntries(
          listed.entries.map((one) => one.address),
          program.naming,
        )
      : null;
  for (const line of own?.renamed ?? []) app.say(safe(line));
  const manifest = given ?? own?.manifest ?? { organization: [], repositories: [] };
  const targeted = targetPlaces({
    manifest,
    plan,
    resolveTargetNames: program.naming.resolveRepositoryNames,
  });
  // Where there is no manifest, entries outside of the plan are told as unused.
  const outside = given === null ? { leftOut: [], missed: [] } : targeted;
  for (const line of leftOutLines(outside)) program.stderr.write(`${line}\n`);
  const isOrganization = owner.kind === 'organization';
  if (!isOrganization && manifest.organization.length > 0)
    app.say(safe(noOrganization(owner.login)));
  const { places, unused } = wantedValues({
    entries: listed.entries,
    manifest: isOrganization ? manifest : { ...manifest, organization: [] },
    targeted,
    owner: owner.login,
  });
  const journal = await openSecretJournal({
    folder: stateFolder(program),
    host: target.hostname,
    owner: owner.login,
    clock: program.clock,
    writes: !flags.dryRun,
  });
  await using _closing = { [Symbol.asyncDispose]: () => journal.close() };
  const vaultPlace = [settings.address, settings.namespace ?? '', mount, project];
  const tools: FillTools = {
    entries: vault.entries,
    target: target.secrets,
    journal,
    sent: await openSentVersions({
      folder: stateFolder(program),
      place: [...vaultPlace, target.hostname, owner.login.toLowerCase()],
    }),
    seal: loadOnce(),
    clock: program.clock,
    redactor: program.redactor,
    visibilityOf: (secret) =>
      visibilityOf(secret, { target, owner: owner.login, targeted, signal: program.stop }),
    async isMigrated({ owner, name }) {
      const { state } = await target.findRepository({ owner, name, signal: program.stop });
      return state === 'present';
    },
    replaceExisting: flags.replaceExisting,
    maxValueBytes: program.naming.secretLimits.valueBytes,
    dryRun: flags.dryRun,
    signal: program.stop,
    drain: program.drain,
  };
  const filled = new Map<number, FilledPlace>();
  const together = { concurrency: target.limits.concurrentWrites, signal: program.stop };
  await inParallel([...places.entries()], together, async ([index, wanted], signal) => {
    filled.set(index, await fillPlace({ ...tools, signal }, wanted));
    if (filled.size % 20 === 0) app.say(`${filled.size} of ${count(places.length, 'place')}`);
  });
  const report: FillReport = {
    host,
    mount,
    project,
    organization: owner.login,
    dryRun: flags.dryRun,
    places: places.flatMap((_, index) => filled.get(index) ?? []),
    unused: unused.map(({ path }) => path),
  };
  program.stdout.write(
    flags.json ? jsonLine(fillJson(report)) : `${fillLines(report).join('\n')}\n`,
  );
  const hasFailed = report.places.some(({ values }) =>
    values.some(({ state }) => state === 'failed'),
  );
  const isWhole = isComplete && outside.missed.length === 0;
  return hasFailed || !isWhole ? exitCodes.someFailed : exitCodes.done;
}

function loadOnce(): () => Promise<Seal> {
  let loading: Promise<Seal> | null = null;
  return () => {
    loading ??= loadSeal();
    return loading;
  };
}

function noOrganization(login: string): string {
  return `warning  ${login} is a person and has no secrets for all repositories: those of the workspace are left out. A manifest made with --workspace-variables repositories copies them.`;
}

async function visibilityOf(
  secret: OrganizationSecret,
  where: { target: TargetHost; owner: string; targeted: Targeted; signal: AbortSignal },
): Promise<SecretVisibility | null> {
  const { visibility, repositories } = secret;
  if (visibility !== 'selected') return { kind: visibility };
  const { target: host, ...rest } = where;
  const ids = await repositoryIds({ host, ...rest, secrets: [secret] });
  const isWhole = repositories.every((one) => ids.has(one));
  return isWhole ? { kind: 'selected', repositoryIds: [...ids.values()] } : null;
}
