import * as z from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { hasCode, MigratorError, withoutDetail } from '../../kernel/errors.ts';
import { factsOf } from '../../network/response/response.ts';
import type { Cancellable } from '../../ports/records/target-address.ts';
import type { VaultClient } from '../http/vault-client.ts';
import { dataOf, isVersionMismatch } from '../http/vault-refusals.ts';

/** An entry without its value. */
export interface EntryFacts {
  /** How often it was written; 0: never. */
  readonly version: number;
  /** When the newest version was written, in milliseconds since 1970; `null` if unknown. */
  readonly writtenAt: number | null;
  /** The newest version was deleted or destroyed. */
  readonly isDeleted: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export type EntryContent =
  | { readonly state: 'filled'; readonly value: string; readonly version: number }
  | { readonly state: 'empty'; readonly version: number }
  /** The value is there and no text. */
  | { readonly state: 'no-text'; readonly version: number };

/** Entries of a key-value engine of version 2, by their paths below the mount. */
export interface VaultEntries {
  /**
   * Creates an empty entry if there is none (check-and-set 0). `exists-now`: it exists, and this call, whose first answer
   * was lost, may have created it.
   */
  create(path: string, options?: Cancellable): Promise<'created' | 'exists' | 'exists-now'>;
  /** Replaces the metadata of an entry; its value stays. */
  describe(
    path: string,
    metadata: Readonly<Record<string, string>>,
    options?: Cancellable,
  ): Promise<void>;
  /** Without its value; `null` if there is none. */
  facts(path: string, options?: Cancellable): Promise<EntryFacts | null>;
  /** With its value, if it has one; `null` if there is no entry. */
  read(path: string, options?: Cancellable): Promise<EntryContent | null>;
  /** The names in a folder; those that end with a slash are folders. Nothing where there is none. */
  list(folder: string, options?: Cancellable): Promise<readonly string[]>;
}

/** A vault answers 1, substitutes of it sometimes "1". */
const versionSchema = z.coerce.number().int().nonnegative().catch(0);

const versionFacts = z.object({
  created_time: z.string().catch(''),
  deletion_time: z.string().catch(''),
  destroyed: z.boolean().catch(false),
});

const factsSchema = z.object({
  // Missing in an engine of version 1, which would take our paths for its own names.
  current_version: z.coerce.number().int().nonnegative(),
  versions: z.record(z.string(), versionFacts).catch({}),
  custom_metadata: z.record(z.string(), z.string()).nullish().catch(null),
});

const contentSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
  metadata: z.object({ version: versionSchema }).catch({ version: 0 }),
});

/** An entry that is there has both. */
const readSchema = z.object({
  data: z.unknown().refine((value) => value !== undefined),
  metadata: z.object({ version: versionSchema }),
});

const writtenSchema = z.object({ version: z.coerce.number().int().positive() });

const listSchema = z.object({ keys: z.array(z.string()) });

/** @param clock tells which versions are already deleted: a vault may name that time in advance */
export function createVaultEntries(vault: VaultClient, clock: Pick<Clock, 'now'>): VaultEntries {
  const { mount } = vault.settings;
  return {
    async create(path, { signal } = {}) {
      try {
        return await createEntry(vault, { path, creates: true, signal });
      } catch (thrown) {
        if (!hasCode(thrown, 'ambiguous-write')) throw thrown;
        const outcome = await createEntry(vault, { path, creates: false, signal });
        return outcome === 'created' ? 'created' : 'exists-now';
      }
    },
    async describe(path, metadata, { signal } = {}) {
      await vault.send({
        method: 'POST',
        path: `${mount}/metadata/${path}`,
        body: { custom_metadata: metadata },
        action: { what: 'write the metadata of the entry', capabilities: ['create', 'update'] },
        signal,
      });
    },
    facts: (path, { signal } = {}) => readFacts(vault, { path, clock, signal }),
    read: (path, { signal } = {}) => readContent(vault, { path, signal }),
    list: (folder, { signal } = {}) => listFolder(vault, { folder, signal }),
  };
}

async function createEntry(
  vault: VaultClient,
  { path, creates, signal }: { path: string; creates: boolean } & Cancellable,
): Promise<'created' | 'exists'> {
  const answer = await vault.send({
    method: 'POST',
    path: `${vault.settings.mount}/data/${path}`,
    body: { options: { cas: 0 }, data: { value: '' } },
    creates,
    expected: [400],
    action: { what: 'write the entry', capabilities: ['create', 'update'] },
    signal,
  });
  if (answer.status === 400) {
    if (isVersionMismatch(answer)) return 'exists';
    throw new MigratorError(
      'refused',
      `400 Bad Request: ${vault.host} refused the entry ${vault.settings.mount}/data/${path}`,
      {
        hint: 'Check that vault.mount is a KV version 2 engine (`vault secrets list -detailed`).',
        ...factsOf(answer),
      },
    );
  }
  // Without a version there was no check-and-set either.
  if (writtenSchema.safeParse(dataOf(answer)).success) return 'created';
  throw notVersioned(vault);
}

async function readFacts(
  vault: VaultClient,
  { path, clock, signal }: { path: string; clock: Pick<Clock, 'now'> } & Cancellable,
): Promise<EntryFacts | null> {
  const answer = await vault.send({
    method: 'GET',
    path: `${vault.settings.mount}/metadata/${path}`,
    expected: [404],
    action: { what: 'read the metadata of the entry', capabilities: ['read'] },
    signal,
  });
  if (answer.status === 404) return null;
  const facts = factsSchema.safeParse(dataOf(answer));
  if (!facts.success) throw notVersioned(vault);
  const { current_version, versions, custom_metadata } = facts.data;
  const newest = versions[String(current_version)];
  const isDeleted = newest !== undefined && isGone(newest, clock.now());
  const written = Date.parse(newest?.created_time ?? '');
  return {
    version: current_version,
    writtenAt: Number.isNaN(written) ? null : written,
    isDeleted,
    metadata: custom_metadata ?? {},
  };
}

async function readContent(
  vault: VaultClient,
  { path, signal }: { path: string } & Cancellable,
): Promise<EntryContent | null> {
  const request = {
    method: 'GET',
    path: `${vault.settings.mount}/data/${path}`,
    expected: [404],
    action: { what: 'read the entry', capabilities: ['read'] },
    signal,
  } as const;
  const answer = await vault.send(request).catch((thrown: unknown) => {
    throw withoutDetail(thrown);
  });
  if (answer.status !== 404 && !readSchema.safeParse(dataOf(answer)).success) {
    throw notVersioned(vault);
  }
  // A deleted version is a 404 with its metadata.
  const content = contentSchema.safeParse(dataOf(answer));
  if (!content.success) return null;
  const { data, metadata } = content.data;
  const value = data?.value;
  const { version } = metadata;
  if (value === undefined || value === null || value === '') return { state: 'empty', version };
  return typeof value === 'string'
    ? { state: 'filled', value, version }
    : { state: 'no-text', version };
}

async function listFolder(
  vault: VaultClient,
  { folder, signal }: { folder: string } & Cancellable,
): Promise<readonly string[]> {
  const answer = await vault.send({
    method: 'GET',
    path: `${vault.settings.mount}/metadata/${folder}`,
    // The same as the method LIST, which not every proxy lets through.
    query: { list: 'true' },
    expected: [404],
    action: { what: 'list the entries', capabilities: ['list'] },
    signal,
  });
  if (answer.status === 404) return [];
  const listed = listSchema.safeParse(dataOf(answer));
  if (!listed.success) throw notVersioned(vault);
  return listed.data.keys;
}

/** With `delete_version_after` every version says from the beginning when it will be deleted. Pure. */
function isGone({ destroyed, deletion_time }: z.infer<typeof versionFacts>, now: number): boolean {
  const deletedAt = Date.parse(deletion_time);
  return destroyed || (deletedAt > 0 && deletedAt <= now);
}

/** Found by the first answer where the token may not read the mount first. */
function notVersioned({ host, settings }: VaultClient): MigratorError {
  return new MigratorError(
    'configuration',
    `${host} does not respond at ${settings.mount} like a KV version 2 engine`,
    {
      hint: 'Check VAULT_ADDR, any proxy in between, and that vault.mount is a KV version 2 engine (`vault secrets list -detailed`).',
    },
  );
}
