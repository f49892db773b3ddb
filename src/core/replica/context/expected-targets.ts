import * as z from 'zod';
import { readData } from '../../journal/document.ts';
import { remembered } from '../../kernel/async/remembered.ts';
import type { CreatedObject } from '../../ports/records/migration.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { Store } from '../../ports/store.ts';

/** Repositories of the target that the held migration may write to. */
export interface ExpectedTargets {
  /** @returns the one that it expects under this name; `null` where it expects none */
  find(name: RepositoryName): Promise<ExpectedTarget | null>;
}

/** Targets that are compared while no migration is held. */
export interface CreatedTargets {
  readonly targets: ExpectedTargets;
}

/** A repository of the target by its id there. */
interface ExpectedTarget {
  readonly id: string;
  /** It gets another name, or has it already. */
  readonly isMoving: boolean;
  /** False: it is the one that the migration replaces. */
  readonly isOurs: boolean;
  /** The migration that has created it, where none is held. */
  readonly migration?: string;
}

/**
 * Names that rows of `replaced` and of `rollback` keep with a renaming, and the repository of others that it has hit: until
 * that is undone, requests go to this one.
 */
const movedSchema = z.object({ name: z.string(), other: z.string().nullish() });

/** The rows of a rollback begin with the step; its id follows. */
const asidePrefix = 'aside ';

/** Reads the state again for each name: a repository may be created or renamed while others are written to. */
export function expectedTargets(
  store: Pick<Store, 'findMigration' | 'listRepositories' | 'listObjects'>,
  migration: string,
): ExpectedTargets {
  const sources = new Map<string, string>();
  let organization: string | null = null;
  async function sourceOf(name: string): Promise<string | null> {
    const key = name.toLowerCase();
    if (!sources.has(key))
      for (const one of await store.listRepositories(migration))
        sources.set(one.target.toLowerCase(), one.source);
    return sources.get(key) ?? null;
  }
  /** The target whose name this one was made of, as `namesForReplaced` does. */
  async function sourceOfMoved(name: string): Promise<string | null> {
    const [, own] = /^(.+)-(?:replaced|rolledback)-\d{8}(?:-\d+)?$/.exec(name) ?? [];
    if (own === undefined) return null;
    await sourceOf(own);
    // A long name was cut.
    const found = [...sources].find(([target]) => target.startsWith(own.toLowerCase()));
    return sources.get(own.toLowerCase()) ?? found?.[1] ?? null;
  }
  return {
    async find({ owner, name }) {
      organization ??= (await store.findMigration(migration))?.target.organization ?? null;
      if (organization?.toLowerCase() !== owner.toLowerCase()) return null;
      const source = await sourceOf(name);
      const of = source ?? (await sourceOfMoved(name));
      if (of === null) return null;
      const rows = {
        made: await store.listObjects(migration, of, 'repository'),
        replaced: await store.listObjects(migration, of, 'replaced'),
        aside: await store.listObjects(migration, of, 'rollback', asidePrefix),
      };
      return source === null ? expectedAside(rows, name) : expectedAtName(rows);
    },
  };
}

/**
 * The same where no migration is held, for what any of them has created under a name; the newest counts. What starts meanwhile is
 * not known.
 */
export function createdTargets(
  store: Pick<Store, 'listMigrations' | 'listRepositories' | 'listObjects'>,
): ExpectedTargets {
  const keyOf = ({ owner, name }: RepositoryName) => `${owner}/${name}`.toLowerCase();
  const named = remembered(async () => {
    const all = (await store.listMigrations()).toSorted((a, b) => b.createdAt - a.createdAt);
    const rows: { key: string; migration: string; source: string }[] = [];
    for (const { id: migration, target } of all)
      for (const { source, target: name } of await store.listRepositories(migration))
        rows.push({ key: keyOf({ owner: target.organization, name }), migration, source });
    return Map.groupBy(rows, ({ key }) => key);
  });
  return {
    async find(name) {
      for (const { migration, source } of (await named.get()).get(keyOf(name)) ?? []) {
        const made = await store.listObjects(migration, source, 'repository');
        const aside = await store.listObjects(migration, source, 'rollback', asidePrefix);
        const found = expectedAtName({ made, aside, replaced: [] });
        if (found !== null) return { ...found, migration };
      }
      return null;
    },
  };
}

interface Rows {
  readonly made: readonly CreatedObject[];
  readonly replaced: readonly CreatedObject[];
  readonly aside: readonly CreatedObject[];
}

/** Until the target is created, its name is that of the repository which it replaces. Pure. */
function expectedAtName({ made, replaced, aside }: Rows): ExpectedTarget | null {
  const id = made.find(({ targetId }) => targetId !== null)?.targetId ?? null;
  const row = aside.find((one) => idIn(one) === id);
  if (id !== null) return { id: otherIn(row) ?? id, isMoving: row !== undefined, isOurs: true };
  const begun = replaced.find(({ targetId }) => targetId === null);
  return begun === undefined ? null : { id: begun.sourceId, isMoving: true, isOurs: false };
}

/** Pure. */
function expectedAside({ replaced, aside }: Rows, name: string): ExpectedTarget | null {
  const has = (row: CreatedObject) =>
    readData(movedSchema, row)?.name.toLowerCase() === name.toLowerCase();
  const kept = replaced.find(has);
  if (kept !== undefined)
    return { id: otherIn(kept) ?? kept.sourceId, isMoving: true, isOurs: false };
  const put = aside.find(has);
  return put === undefined ? null : { id: otherIn(put) ?? idIn(put), isMoving: true, isOurs: true };
}

function idIn({ sourceId }: CreatedObject): string {
  return sourceId.slice(asidePrefix.length);
}

function otherIn(row: CreatedObject | undefined): string | null {
  return readData(movedSchema, row ?? null)?.other ?? null;
}
