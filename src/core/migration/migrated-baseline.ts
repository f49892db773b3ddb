import * as z from 'zod';
import { hasRewritten } from '../git/history/rewritten-commits.ts';
import type { LfsObject } from '../git/lfs/lfs-pointer.ts';
import type { Refs } from '../git/mirror/refs.ts';
import type { CreatedKind, CreatedObject } from '../ports/records/migration.ts';
import type { Store } from '../ports/store.ts';
import type { RepositoryContext } from './migration-context.ts';
import { readData } from './read-data.ts';

/*
 * What was brought to one repository of the target, as the steps note it once it is there: what it is compared with
 * later without the source being asked again.
 */

const refMap = z
  .record(z.string(), z.string())
  .transform((refs): Refs => new Map(Object.entries(refs)));
const refsSchema = z.object({
  /** Full names with what they name on the target: of a history that was cut the new hashes. */
  refs: refMap,
  isCut: z.boolean().default(false),
  /** What is missing is being brought again, and nothing that has come to the source since. */
  isHeld: z.boolean().default(false),
  /** Migrated earlier and deleted on the source since: the target keeps them. */
  gone: refMap.default(() => new Map()),
  /** What a push was to make of refs, until its end is known; `null`: deleted. */
  intended: z
    .record(z.string(), z.string().nullable())
    .default({})
    .transform((refs): ReadonlyMap<string, string | null> => new Map(Object.entries(refs))),
});
const lfsSchema = z.object({
  objects: z.array(
    z.object({
      oid: z.string(),
      size: z.number(),
      /** No branch or tag reaches it. */
      isOfPullRequest: z.boolean().default(false),
    }),
  ),
});
const settingsSchema = z.object({
  /** `null`: whatever the target makes it. */
  defaultBranch: z.string().nullable(),
  visibility: z.enum(['public', 'private', 'internal']),
  archived: z.boolean(),
  /** As the target has taken them; `null` where they were not set. */
  description: z.string().nullable().default(null),
  topics: z.array(z.string()).nullable().default(null),
  /** What a sync was to set, where a kill may have hidden its end. */
  intended: z
    .object({
      description: z.string().optional(),
      defaultBranch: z.string().optional(),
      topics: z.array(z.string()).readonly().optional(),
    })
    .optional(),
  /** As the source had it; `null` in migrations of earlier versions. */
  source: z
    .object({
      description: z.string(),
      defaultBranch: z.string().nullable(),
      topics: z.array(z.string()),
      archived: z.boolean(),
    })
    .nullable()
    .default(null),
});
/** As the source had them, where their hashes became others on the way. */
const settingsBranchSchema = z.object({
  ref: z.string(),
  commit: z.string(),
  /** Pushed before it, or about to be when a run was killed. */
  earlier: z.array(z.string()).default([]),
});
const sourceRefsSchema = z.object({ refs: refMap });

export type MigratedRefs = Readonly<z.infer<typeof refsSchema>>;
type SettingsBranch = Readonly<z.infer<typeof settingsBranchSchema>>;
export type MigratedSettings = z.infer<typeof settingsSchema>;
export type SourceData = NonNullable<MigratedSettings['source']>;

/** What one repository is compared with; `null` where it has not come so far, or came before it was noted. */
export interface MigratedBaseline {
  readonly refs: MigratedRefs | null;
  /** As the source had them. */
  readonly sourceRefs: Refs | null;
  readonly lfs: Readonly<z.infer<typeof lfsSchema>['objects']> | null;
  readonly settings: MigratedSettings | null;
  /** The branch that the settings pull request was opened from; `null` where none was pushed, or by an earlier version. */
  readonly settingsBranch: SettingsBranch | null;
}

type Records = Pick<RepositoryContext, 'records'>;

const onTarget = 'target';
const onSource = 'source';
const onSettings = 'settings';

interface RecordsOf {
  readonly records: Pick<RepositoryContext['records'], 'recordIntent' | 'recordResult'>;
}

/** The refs that the target has now. Those of a repair are the same as before it. */
export async function recordRefs(
  context: Records & Pick<RepositoryContext, 'mirror'>,
  refs: Refs,
): Promise<void> {
  const before = await findRefs(context);
  if (before?.isHeld === true) return;
  const earlier = [...(before?.gone ?? []), ...(before?.refs ?? [])];
  const gone = Object.fromEntries(earlier.filter(([ref]) => !refs.has(ref)));
  // A short history is whole at any depth.
  const isCut = await hasRewritten(context.mirror.directory);
  await record(context, 'refs', onTarget, { refs: Object.fromEntries(refs), isCut, gone });
}

/** The refs that the source has, where those of the target get other hashes. */
export async function recordSourceRefs(context: Records, refs: Refs): Promise<void> {
  await record(context, 'refs', onSource, { refs: Object.fromEntries(refs) });
}

/** @param options.isOfPullRequest commits of pull requests alone reach them */
export async function recordLfs(
  context: Records,
  objects: readonly LfsObject[],
  { isOfPullRequest }: { isOfPullRequest: boolean },
): Promise<void> {
  const known =
    readData(lfsSchema, await context.records.findObject('lfs', onTarget))?.objects ?? [];
  const rows = new Map(known.map((row) => [row.oid, row]));
  for (const { oid, size } of objects) {
    const isOfBranch = rows.get(oid)?.isOfPullRequest === false;
    rows.set(oid, { oid, size, isOfPullRequest: isOfPullRequest && !isOfBranch });
  }
  if (rows.size > 0) await record(context, 'lfs', onTarget, { objects: [...rows.values()] });
}

export async function recordSettings(context: Records, settings: MigratedSettings): Promise<void> {
  await record(context, 'settings', onTarget, settings);
}

async function record(
  { records }: RecordsOf,
  kind: CreatedKind,
  sourceId: string,
  data: object,
): Promise<void> {
  const text = JSON.stringify(data);
  // With the data: an intent takes the place of what was recorded before, which a kill must not leave empty.
  await records.recordIntent(kind, sourceId, text);
  await records.recordResult(kind, sourceId, { targetId: sourceId, targetUrl: '', data: text });
}

/** What the settings pull request is opened from: known before the push, so that nobody else's commit is mistaken for it. */
export async function recordSettingsBranch(
  context: RecordsOf & Pick<Records, 'records'>,
  branch: Omit<SettingsBranch, 'earlier'>,
): Promise<void> {
  const earlier = (await findSettingsCommits(context)).filter((one) => one !== branch.commit);
  await record(context, 'refs', onSettings, { ...branch, earlier });
}

/** Commits that we may have pushed to its branch. */
export async function findSettingsCommits({ records }: Records): Promise<readonly string[]> {
  const found = readData(settingsBranchSchema, await records.findObject('refs', onSettings));
  return found === null ? [] : [found.commit, ...found.earlier];
}

/** `null` where none was pushed, or by an earlier version. */
export async function findSettingsBranch({ records }: Records): Promise<SettingsBranch | null> {
  return readData(settingsBranchSchema, await records.findObject('refs', onSettings));
}

/** The refs that a repair holds to; `null` outside of one. */
export async function heldRefs(context: Records): Promise<Refs | null> {
  const known = await findRefs(context);
  return known?.isHeld === true ? known.refs : null;
}

/** The refs as a sync leaves them; what was intended is known before a push. */
export async function saveRefs(
  { records }: Records,
  { refs, intended }: Pick<MigratedRefs, 'refs' | 'intended'>,
): Promise<void> {
  const row = { refs: Object.fromEntries(refs), intended: Object.fromEntries(intended) };
  await records.saveObjectData('refs', onTarget, JSON.stringify(row));
}

export async function findRefs({ records }: Records): Promise<MigratedRefs | null> {
  return readData(refsSchema, await records.findObject('refs', onTarget));
}

/** Refs, with their hashes, that were migrated earlier and have been deleted on the source since. */
export async function goneRefs(context: Records): Promise<Refs> {
  return (await findRefs(context))?.gone ?? new Map();
}

/** The settings that a repair holds to; `null` outside of one. */
export async function heldSettings(context: Records): Promise<MigratedSettings | null> {
  return (await heldRefs(context)) === null ? null : findSettings(context);
}

export async function findSettings({ records }: Records): Promise<MigratedSettings | null> {
  return readData(settingsSchema, await records.findObject('settings', onTarget));
}

/** The repair is done: what comes to the source from now on counts again. */
export async function endHold(context: Records): Promise<void> {
  const known = await findRefs(context);
  if (known?.isHeld !== true) return;
  await context.records.saveObjectData('refs', onTarget, withHold(known, false));
}

/** Begins or ends the time in which a repository is held to the refs that it was brought with. */
export function withHold({ refs, isCut, gone, intended }: MigratedRefs, isHeld: boolean): string {
  return JSON.stringify({
    ...{ refs: Object.fromEntries(refs), isCut, isHeld },
    gone: Object.fromEntries(gone),
    intended: Object.fromEntries(intended),
  });
}

export async function readBaseline(
  store: Store,
  migration: string,
  repository: string,
): Promise<MigratedBaseline> {
  const list = (kind: CreatedKind) => store.listObjects(migration, repository, kind);
  const [refs, lfs, settings] = [await list('refs'), await list('lfs'), await list('settings')];
  const find = (rows: readonly CreatedObject[], id: string) =>
    rows.find(({ sourceId }) => sourceId === id) ?? null;
  return {
    refs: readData(refsSchema, find(refs, onTarget)),
    sourceRefs: readData(sourceRefsSchema, find(refs, onSource))?.refs ?? null,
    lfs: readData(lfsSchema, find(lfs, onTarget))?.objects ?? null,
    settings: readData(settingsSchema, find(settings, onTarget)),
    settingsBranch: readData(settingsBranchSchema, find(refs, onSettings)),
  };
}
