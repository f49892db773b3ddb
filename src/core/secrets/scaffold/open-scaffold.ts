import { MigratorError } from '../../kernel/errors.ts';
import type { Program } from '../../kernel/program.ts';
import { type LicenseCheck, openLicense } from '../../license/find-license.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import { missingTargetScopes } from '../../ports/credentials/scope-needs.ts';
import type { Account } from '../../ports/records/account.ts';
import type { Emit } from '../../ports/records/events.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { TargetNaming } from '../../ports/target-naming.ts';
import { planDigest } from '../../replica/context/identity.ts';
import type { StateServices } from '../../replica/context/migration-context.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { targetScopes } from '../manifest/target-scopes.ts';
import { type OpenedJournal, openSecretJournal } from '../state/open-journal.ts';
import type { Scaffold } from './scaffold.ts';
import type { ScaffoldMode } from './scaffold-scope.ts';
import { lazySeal } from './seal.ts';

export interface ScaffoldFlags {
  readonly manifest: string;
  readonly targetOrg: string;
  readonly plan: string | undefined;
}

/** Describes what scaffolding needs of the app. */
export interface ScaffoldTools extends LicenseCheck {
  target(): TargetHost;
  stateServices(): StateServices;
  readonly events: { readonly emit: Emit };
}

export interface OpenedScaffold extends Omit<Scaffold, 'shared'>, AsyncDisposable {
  readonly services: StateServices;
  readonly journal: OpenedJournal;
  /** Of the plan, where it was migrated and processes share the state; else `null`. */
  readonly migration: string | null;
}

/**
 * Reads the files, verifies the credentials and finds the owner: all that can fail before anything is written.
 * @throws `input-file`, `license`, `credentials`, `permission`, `not-found`
 */
export async function openScaffold(options: {
  app: ScaffoldTools;
  naming: TargetNaming;
  flags: ScaffoldFlags;
  program: Program;
  mode: ScaffoldMode;
}): Promise<OpenedScaffold> {
  const { app, flags, program, mode, naming } = options;
  const { resolveRepositoryNames: resolveTargetNames } = naming;
  naming.checkOwnerName(flags.targetOrg);
  const manifest = await readManifest(flags.manifest, naming);
  const plan =
    flags.plan === undefined
      ? null
      : (await readPlan({ path: flags.plan, resolveTargetNames })).plan;
  const targeted = targetScopes({ manifest, plan, resolveTargetNames });
  const host = app.target();
  if (mode === 'create')
    await openLicense({ app, hosts: [host.hostname], now: program.clock.now() });
  const { stop } = program;
  const account = await host.verifyCredentials({ signal: stop });
  const owner = await host.findOwner({ name: flags.targetOrg, account, signal: stop });
  if (manifest.organization.length > 0) checkOrganization(manifest, { host, account, owner });
  const services = app.stateServices();
  const journal = await openSecretJournal({
    folder: stateFolder(program),
    host: host.hostname,
    owner: owner.login,
    ...{ clock: services.clock, process: services.process },
    notes: services.store.secretNotes,
    writes: mode === 'create',
  });
  return {
    ...{ services, migration: await migrationOf(plan, owner.login, services) },
    waves: new Map(plan?.repositories.map((one) => [one.target, one.wave])),
    mode,
    host,
    owner: owner.login,
    manifest,
    targeted,
    created: services.guardCreated(),
    journal,
    clock: program.clock,
    seal: lazySeal(),
    emit: app.events.emit,
    signal: AbortSignal.any([stop, journal.lost]),
    drain: program.drain,
    [Symbol.asyncDispose]: () => journal.close(),
  };
}

/** A plan that was migrated to this owner. */
async function migrationOf(
  plan: Plan | null,
  owner: string,
  { store, sharing }: StateServices,
): Promise<string | null> {
  if (plan === null || sharing === null) return null;
  const found = await store.findByPlan(planDigest(plan));
  const isThis = found?.target.organization.toLowerCase() === owner.toLowerCase();
  return found !== null && isThis ? found.id : null;
}

function checkOrganization(
  { organization }: Manifest,
  {
    host,
    account,
    owner,
  }: { host: TargetHost; account: Account; owner: { kind: string; login: string } },
): void {
  if (owner.kind !== 'organization') {
    throw new MigratorError(
      'input-file',
      `The manifest has ${organization.length} organization_secrets, but ${owner.login} on ${host.hostname} is a personal account`,
      {
        hint: 'Create the manifest with --workspace-variables repositories: every repository then gets copies.',
      },
    );
  }
  const lacks = missingTargetScopes(account.scopes).some(({ scope }) => scope === 'admin:org');
  if (!lacks) return;
  throw new MigratorError(
    'permission',
    `403 Forbidden: DST_TOKEN lacks the admin:org scope on ${host.hostname}, which organization secrets need`,
    {
      hint: 'Use a token with the repo and admin:org scopes, or mark the organization_secrets with skip: true.',
    },
  );
}
