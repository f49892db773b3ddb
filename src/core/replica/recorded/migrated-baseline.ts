import * as z from 'zod';
import type { LfsObject } from '../../git/formats/lfs-pointer.ts';
import type { Refs } from '../../git/formats/refs.ts';
import { hasRewritten } from '../../git/history/rewritten-commits.ts';
import { defineDocument } from '../../journal/document.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { CreatedKind } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import type { OwnRequest } from '../model/own-requests.ts';
import { type RequestBranch, requestBranches } from './request-branches.ts';
import { type RewrittenHistory, rewrittenHistory } from './rewritten-history.ts';
import { refMap, sourceRefsAmong } from './source-refs.ts';

/*
 * What was brought to one repository of the target, as the steps note it once it is there: what it is compared with
 * later without the source being asked again.
 */

const refsSchema = z
  .object({
    /** Full names with what they name on the target: of a history that was cut the new hashes. */
    refs: refMap,
    isCut: z.boolean().default(false),
    /** A repair is going on: missing parts are migrated again, and nothing that has come to the source since. */
    isHeld: z.boolean().default(false),
    /** Migrated earlier and deleted on the source since: the target keeps them. */
    gone: refMap.default(() => new Map()),
    /** Refs that a push was to set, until its end is known; `null`: deleted. */
    intended: z
      .record(z.string(), z.string().nullable())
      .default({})
      .transform((refs): ReadonlyMap<string, string | null> => new Map(Object.entries(refs))),
  })
  .transform(({ isHeld, ...refs }) => ({ ...refs, isPinned: isHeld }));
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
  /** Data that a sync was to set, where a kill may have hidden its end. */
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
export type MigratedRefs = Readonly<z.infer<typeof refsSchema>>;
export type MigratedSettings = z.infer<typeof settingsSchema>;
export type SourceData = NonNullable<MigratedSettings['source']>;

/** Describes what one repository is compared with; `null` where it has not come so far, or came before it was noted. */
export interface MigratedBaseline {
  readonly refs: MigratedRefs | null;
  /** As the source had them. */
  readonly sourceRefs: Refs | null;
  readonly lfs: Readonly<z.infer<typeof lfsSchema>['objects']> | null;
  readonly settings: MigratedSettings | null;
  /** Branches of migrator's own pull requests; `null` where none was pushed, or by an earlier version. */
  readonly requestBranches: Readonly<Record<OwnRequest['branch'], RequestBranch | null>>;
  /** `null`: its commits have the hashes of the source, or were cut. */
  readonly rewritten: RewrittenHistory | null;
}

interface Records {
  readonly records: RepositoryRecords;
}

const refsOfTarget = defineDocument('refs', 'target', refsSchema);
const lfsOfTarget = defineDocument('lfs', 'target', lfsSchema);
const settingsOfTarget = defineDocument('settings', 'target', settingsSchema);

interface Saving {
  readonly records: Pick<RepositoryRecords, 'saveDocument'>;
}

/** The refs that the target has now. Those of a repair are the same as before it. */
export async function recordRefs(
  context: Records & { readonly mirror: { readonly directory: string } },
  refs: Refs,
): Promise<void> {
  const before = await findRefs(context);
  if (before?.isPinned === true) return;
  const earlier = [...(before?.gone ?? []), ...(before?.refs ?? [])];
  const gone = Object.fromEntries(earlier.filter(([ref]) => !refs.has(ref)));
  // A short history is whole at any depth.
  const isCut = await hasRewritten(context.mirror.directory);
  await refsOfTarget.save(context.records, { refs: Object.fromEntries(refs), isCut, gone });
}

/** @param options.isOfPullRequest commits of pull requests alone reach them */
export async function recordLfs(
  { records }: Records,
  objects: readonly LfsObject[],
  { isOfPullRequest }: { isOfPullRequest: boolean },
): Promise<void> {
  const known = (await lfsOfTarget.read(records))?.objects ?? [];
  const rows = new Map(known.map((row) => [row.oid, row]));
  for (const { oid, size } of objects) {
    const isOfBranch = rows.get(oid)?.isOfPullRequest === false;
    rows.set(oid, { oid, size, isOfPullRequest: isOfPullRequest && !isOfBranch });
  }
  if (rows.size > 0) await lfsOfTarget.save(records, { objects: [...rows.values()] });
}

export async function recordSettings(
  { records }: Saving,
  settings: MigratedSettings,
): Promise<void> {
  await settingsOfTarget.save(records, settings);
}

interface Reading {
  readonly records: Pick<RepositoryRecords, 'findObject'>;
}

/** The refs that a repair holds to; `null` outside of one. */
export async function pinnedRefs(context: Reading): Promise<Refs | null> {
  const known = await findRefs(context);
  return known?.isPinned === true ? known.refs : null;
}

/** The refs as a sync leaves them; what was intended is known before a push. */
export async function saveRefs(
  { records }: Saving,
  { refs, intended }: Pick<MigratedRefs, 'refs' | 'intended'>,
): Promise<void> {
  const kept = { refs: Object.fromEntries(refs), intended: Object.fromEntries(intended) };
  await refsOfTarget.save(records, kept);
}

export function findRefs({ records }: Reading): Promise<MigratedRefs | null> {
  return refsOfTarget.read(records);
}

/** Refs, with their hashes, that were migrated earlier and have been deleted on the source since. */
export async function goneRefs(context: Reading): Promise<Refs> {
  return (await findRefs(context))?.gone ?? new Map();
}

/** The settings that a repair holds to; `null` outside of one. */
export async function pinnedSettings(context: Reading): Promise<MigratedSettings | null> {
  return (await pinnedRefs(context)) === null ? null : findSettings(context);
}

export function findSettings({ records }: Reading): Promise<MigratedSettings | null> {
  return settingsOfTarget.read(records);
}

/** The repair is done: what comes to the source from now on counts again. */
export async function unpinRefs(context: Reading & Saving): Promise<void> {
  const known = await findRefs(context);
  if (known?.isPinned === true) await pinRefs(context, known, false);
}

/** Begins or ends the time in which a repository is held to the refs that it was brought with. */
export async function pinRefs(
  { records }: Saving,
  { refs, isCut, gone, intended }: MigratedRefs,
  isPinned: boolean,
): Promise<void> {
  await refsOfTarget.save(records, {
    ...{ refs: Object.fromEntries(refs), isCut, isHeld: isPinned },
    gone: Object.fromEntries(gone),
    intended: Object.fromEntries(intended),
  });
}

export async function readBaseline(
  store: Pick<Store, 'listObjects'>,
  migration: string,
  repository: string,
): Promise<MigratedBaseline> {
  const list = (kind: CreatedKind) => store.listObjects(migration, repository, kind);
  const [refs, lfs, settings] = [await list('refs'), await list('lfs'), await list('settings')];
  const target = refsOfTarget.among(refs);
  return {
    refs: target,
    sourceRefs: sourceRefsAmong(refs, target?.refs ?? new Map()),
    lfs: lfsOfTarget.among(lfs)?.objects ?? null,
    settings: settingsOfTarget.among(settings),
    requestBranches: {
      settings: requestBranches.settings.among(refs),
      pipelines: requestBranches.pipelines.among(refs),
    },
    rewritten: rewrittenHistory.among(settings),
  };
}
