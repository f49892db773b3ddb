import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchMirror } from '../../../git/mirror/mirror.ts';
import { listRemoteRefs } from '../../../git/mirror/refs.ts';
import { PushLimiter } from '../../../git/push/push-limiter.ts';
import { updateRemoteRefs } from '../../../git/push/update-remote-refs.ts';
import { repositoryRecords } from '../../../journal/repository-records.ts';
import { requireLastWrite } from '../../../journal/require-last-write.ts';
import { remembered } from '../../../kernel/async/remembered.ts';
import { sourceImports } from '../../../pipelines/imports/source-imports.ts';
import type { TargetOwner } from '../../../ports/records/account.ts';
import type { RepositoryState } from '../../../ports/records/migration.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { RepositoryWriter } from '../../../ports/state/repository-writer.ts';
import type {
  OrganizationState,
  SettingsChoice,
} from '../../../settings/applying/apply-context.ts';
import { refusedOutcome, type SettingOutcome } from '../../../settings/applying/setting-outcome.ts';
import { createMarkers } from '../../../text/context/marker.ts';
import type { Learned } from '../../context/learned.ts';
import type { MigrationServices } from '../../context/migration-context.ts';
import { modeAfter, readApplied, recordApplied } from '../../context/settings/applied-settings.ts';
import type { RequestPlace } from '../../context/settings/request-place.ts';
import type { SettingsContext } from '../../context/settings/settings-context.ts';
import { wasMigrated } from '../../context/was-migrated.ts';
import { readBaseline } from '../../recorded/migrated-baseline.ts';
import type { ApplyMigration, RepositorySettingsResult } from './apply-request.ts';
import { applySettings, isAnythingWanted } from './apply-settings.ts';
import { whileOpened } from './archived-target.ts';
import { resumePaused } from './pausing/resume-paused.ts';
import { mirrorRequestPlace, movedRepositories } from './request/mirror-request-place.ts';
import { convertsPipelines } from './request/pipelines-request.ts';

interface ApplyToRepository {
  readonly run: Pick<ApplyMigration, 'migration' | 'plan'>;
  readonly shared: MigrationServices &
    SettingsChoice &
    Pick<SettingsContext, 'signal' | 'enteredAt' | 'stopIfDraining'> &
    Pick<Learned, 'importedFiles'>;
  readonly state: RepositoryState;
  readonly writer: RepositoryWriter | null;
  readonly owner: TargetOwner;
  readonly organization: () => Promise<OrganizationState>;
}

export async function applyToRepository(
  options: ApplyToRepository,
): Promise<RepositorySettingsResult> {
  const { run, shared, state } = options;
  const { source, target: name } = state;
  await switchOn(options);
  const skip = (why: string) => ({ source, target: name, skipped: why, settings: [] });
  const planned = run.plan.repositories.find((one) => one.source === source);
  if (planned === undefined || (planned.settings === undefined && !convertsPipelines(planned)))
    return skip('The plan has no settings for it');
  if (!isAnythingWanted({ planned, mode: shared.mode }))
    return skip('Settings are off (--settings none)');
  if (!(await wasMigrated(shared.store, run.migration.id, state)))
    return skip('It is not migrated yet');
  const [made] = await shared.store.listObjects(run.migration.id, source, 'repository');
  const targetName = { owner: options.owner.login, name };
  const lookup = await shared.target.findRepository({ ...targetName, signal: shared.signal });
  if (made === undefined || lookup.state !== 'present' || lookup.repository.id !== made.targetId) {
    return skip('The GitHub repository is not the one that was created');
  }
  const given = { ...options, planned, sourceId: made.sourceId, found: lookup.repository };
  return { source, target: name, skipped: null, settings: await applyOpened(given) };
}

/** Switches on what a killed run has left off, whatever else becomes of the repository. */
async function switchOn({ run, shared, state, writer, owner }: ApplyToRepository) {
  if (writer === null) return;
  const { store, target, signal } = shared;
  const place = { migration: run.migration.id, repository: state.source };
  const records = repositoryRecords({ store, writer, ...place });
  const targetName = { owner: owner.login, name: state.target };
  await resumePaused({ target, records, signal, targetName });
}

type Given = ApplyToRepository & {
  readonly planned: SettingsContext['planned'];
  /** The source's identity of the repository. */
  readonly sourceId: string;
  readonly found: TargetRepository;
};

/** An archived repository takes nothing: it is opened only where something is missing, and closed again. */
async function applyOpened(given: Given) {
  const { run, shared, found, state } = given;
  const { context, project, close } = await contextOf(given);
  try {
    const name = { ...context.targetName, signal: shared.signal };
    const compare = () => applySettings({ ...context, writer: null, request: null });
    if (context.writer === null) return await apply();
    return await whileOpened(
      { target: shared.target, name, records: context.writer, isArchived: found.archived },
      { compare, apply },
    );
  } finally {
    await close();
  }

  async function apply() {
    const outcomes = await confirmLast(given, context.targetName, await applySettings(context));
    if (context.writer !== null) {
      const rows = await shared.store.listObjects(run.migration.id, state.source, 'settings');
      const before = readApplied(rows);
      const applied = {
        mode: modeAfter(before, { mode: shared.mode, outcomes }),
        project,
        outcomes,
      };
      if (JSON.stringify(before) !== JSON.stringify(applied)) {
        await recordApplied(context.writer, applied);
      }
    }
    return outcomes;
  }
}

/** Takes back what is said of settings that may have reached another repository. */
async function confirmLast(
  { shared: { target, signal }, found: { id } }: Given,
  targetName: RepositoryName,
  outcomes: readonly SettingOutcome[],
): Promise<readonly SettingOutcome[]> {
  if (!outcomes.some(isWritten)) return outcomes;
  try {
    await requireLastWrite(target, { ...targetName, id, signal });
    return outcomes;
  } catch (error) {
    return outcomes.map((one) => (isWritten(one) ? refusedOutcome(one, error) : one));
  }
}

function isWritten({ state }: SettingOutcome): boolean {
  return state === 'written';
}

async function contextOf(given: Given) {
  const { run, shared, state, writer, planned, owner, organization, found } = given;
  const { store, target } = shared;
  const migration = run.migration.id;
  const repository = state.source;
  const list = (kind: Parameters<typeof store.listObjects>[2], prefix?: string) =>
    store.listObjects(migration, repository, kind, prefix);
  const project = readApplied(await list('settings'))?.project ?? null;
  const targetName = { owner: owner.login, name: state.target };
  const request = writer === null ? null : requestPlaceOf(given, targetName);
  const { git, signal } = shared;
  const context: SettingsContext = {
    ...shared,
    ...{ planned, project, organization, targetName, isNew: false },
    given: null,
    targetFullName: `${owner.login}/${state.target}`,
    records: { listObjects: list },
    writer: writer === null ? null : repositoryRecords({ store, writer, migration, repository }),
    listRefs: () => listRemoteRefs({ git, access: target.gitAccess(targetName), signal }),
    defaultBranch: found.defaultBranch,
    request: request?.open ?? null,
  };
  return { context, project, close: async () => request?.close() };
}

/** Leaves out the branches of migrator, which are on the target by now. */
async function migratedNames(
  { store }: ApplyToRepository['shared'],
  { migration }: ApplyToRepository['run'],
  { source }: RepositoryState,
): Promise<Iterable<string>> {
  return (await readBaseline(store, migration.id, source)).refs?.refs.keys() ?? [];
}

/** A short copy of the target, fetched only where a pull request has to be opened, and removed after it. */
function requestPlaceOf(
  { run, shared, state, sourceId, found }: Given,
  targetName: SettingsContext['targetName'],
) {
  const { git, target, signal, source, workFolder, waitingClock, reportWait } = shared;
  const hash = createHash('sha256').update(state.source).digest('hex').slice(0, 24);
  const directory = join(workFolder, run.migration.id, `${hash}.settings.git`);
  const access = target.gitAccess(targetName);
  const mirror = { git, directory, signal };
  const pace = new PushLimiter(waitingClock, target.limits.pushesPerMinute, (wait) =>
    reportWait({ ...wait, host: target.hostname }),
  );
  const place = remembered(async (): Promise<RequestPlace> => {
    await rm(directory, { recursive: true, force: true });
    const { refs } = await fetchMirror({ ...mirror, access, depth: 1 });
    const markers = createMarkers({ key: await shared.loadMarkerKey(), scope: sourceId });
    return mirrorRequestPlace({
      ...{ mirror, markers, defaultBranch: found.defaultBranch },
      ...{ refs, migrated: await migratedNames(shared, run, state) },
      targetRefs: {
        update: (updates) =>
          updateRemoteRefs({
            ...mirror,
            ...{
              access,
              updates,
              onTarget: refs.values(),
              pace,
              limits: target.limits,
              clock: waitingClock,
            },
            onWait: ({ until, reason }) => reportWait({ until, reason, host: target.hostname }),
          }),
      },
      moved: movedRepositories({ plan: run.plan, source, target }),
      readOther: sourceImports({
        ...{ source, signal, files: shared.importedFiles },
        workspace: run.plan.source.workspace,
      }),
      date: Date.parse(found.createdAt),
    });
  });
  return { open: place.get, close: () => rm(directory, { recursive: true, force: true }) };
}
