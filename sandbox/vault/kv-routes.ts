import type { Answer } from '../network/answer.ts';
import {
  noContent,
  nothingThere,
  notOffered,
  permissionDenied,
  vaultAnswer,
  vaultError,
} from './answers.ts';
import { isGranted, type VaultCall, vaultTime } from './call.ts';
import { newEntry, writeVersion } from './host.ts';
import type { VaultEntry, VaultMount, VaultVersion } from './records.ts';

/** A key-value engine of version 2: `<mount>/data/…` and `<mount>/metadata/…`. */
export function answerKv(call: VaultCall, mount: VaultMount, rest: string): Answer {
  const [kind = '', ...names] = rest.split('/');
  const path = names.join('/').replace(/\/$/, '');
  if (kind === 'data') return answerData(call, mount, path);
  if (kind === 'metadata') return answerMetadata(call, mount, path);
  return notOffered(call.exchange.method, call.path);
}

function answerData(call: VaultCall, mount: VaultMount, path: string): Answer {
  const entry = mount.entries.get(path) ?? null;
  switch (call.operation) {
    case 'read':
      if (!isGranted(call, call.path, 'read')) return permissionDenied();
      return readData(entry, call.host.now());
    case 'write':
      if (!isGranted(call, call.path, entry === null ? 'create' : 'update'))
        return permissionDenied();
      return writeData(call, mount, path, entry);
    case 'delete': {
      if (!isGranted(call, call.path, 'delete')) return permissionDenied();
      const newest = entry?.versions.at(-1);
      if (newest !== undefined) newest.deletedAt = call.host.now();
      return noContent();
    }
    default:
      return notOffered(call.exchange.method, call.path);
  }
}

function readData(entry: VaultEntry | null, now: number): Answer {
  const newest = entry?.versions.at(-1);
  if (entry === null || newest === undefined) return nothingThere();
  const isGone = newest.destroyed || (newest.deletedAt !== null && newest.deletedAt <= now);
  const data = { data: isGone ? null : newest.data, metadata: versionJson(entry, newest) };
  return vaultAnswer(isGone ? 404 : 200, { data, mountType: 'kv' });
}

function writeData(
  { host, body }: VaultCall,
  mount: VaultMount,
  path: string,
  entry: VaultEntry | null,
): Answer {
  const { data, options } = body;
  if (typeof data !== 'object' || data === null) return vaultError(400, ['no data provided']);
  const cas = (options as { cas?: unknown } | undefined)?.cas;
  if (cas === undefined && entry?.casRequired === true) {
    return vaultError(400, ['check-and-set parameter required for this call']);
  }
  if (cas !== undefined && cas !== (entry?.versions.length ?? 0)) {
    return vaultError(400, ['check-and-set parameter did not match the current version']);
  }
  const written = writeVersion(mount.entries, path, data as Record<string, unknown>, host.now());
  const newest = written.versions.at(-1);
  return vaultAnswer(200, {
    data: newest === undefined ? null : versionJson(written, newest),
    mountType: 'kv',
  });
}

function versionJson(entry: VaultEntry, version: VaultVersion) {
  return {
    ...timesJson(version),
    custom_metadata: entry.customMetadata,
    version: entry.versions.indexOf(version) + 1,
  };
}

function timesJson({ createdAt, deletedAt, destroyed }: VaultVersion) {
  return {
    created_time: vaultTime(createdAt),
    deletion_time: deletedAt === null ? '' : vaultTime(deletedAt),
    destroyed,
  };
}

function answerMetadata(call: VaultCall, mount: VaultMount, path: string): Answer {
  const entry = mount.entries.get(path) ?? null;
  switch (call.operation) {
    case 'list':
      // A policy names what may be listed with a slash at its end.
      if (!isGranted(call, `${call.path.replace(/\/$/, '')}/`, 'list')) return permissionDenied();
      return listFolder(mount, path);
    case 'read':
      if (!isGranted(call, call.path, 'read')) return permissionDenied();
      return entry === null
        ? nothingThere()
        : vaultAnswer(200, { data: metadataJson(entry), mountType: 'kv' });
    case 'write':
      if (!isGranted(call, call.path, entry === null ? 'create' : 'update'))
        return permissionDenied();
      return writeMetadata(call, mount, path, entry);
    case 'delete':
      if (!isGranted(call, call.path, 'delete')) return permissionDenied();
      mount.entries.delete(path);
      return noContent();
  }
}

function listFolder({ entries }: VaultMount, folder: string): Answer {
  const prefix = folder === '' ? '' : `${folder}/`;
  const keys = new Set<string>();
  for (const path of entries.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...more] = path.slice(prefix.length).split('/');
    keys.add(more.length > 0 ? `${name}/` : name);
  }
  if (keys.size === 0) return nothingThere();
  return vaultAnswer(200, { data: { keys: [...keys].sort() }, mountType: 'kv' });
}

function metadataJson(entry: VaultEntry) {
  const versions = entry.versions.map((version, index) => [String(index + 1), timesJson(version)]);
  return {
    cas_required: entry.casRequired,
    created_time: vaultTime(entry.createdAt),
    current_version: entry.versions.length,
    custom_metadata: entry.customMetadata,
    delete_version_after: '0s',
    max_versions: 0,
    oldest_version: 0,
    updated_time: vaultTime(entry.updatedAt),
    versions: Object.fromEntries(versions),
  };
}

const mostMetadata = { keys: 64, keyLength: 128, valueLength: 512 };

function writeMetadata(
  { host, body }: VaultCall,
  mount: VaultMount,
  path: string,
  entry: VaultEntry | null,
): Answer {
  const { custom_metadata: wanted, cas_required } = body;
  const problem = wanted === undefined ? null : metadataProblem(wanted);
  if (problem !== null) {
    return vaultError(400, [
      `1 error occurred:\n\t* custom_metadata validation failed: ${problem}\n\n`,
    ]);
  }
  const written = entry ?? newEntry(host.now());
  mount.entries.set(path, written);
  if (wanted !== undefined) written.customMetadata = wanted as Record<string, string>;
  if (typeof cas_required === 'boolean') written.casRequired = cas_required;
  written.updatedAt = host.now();
  return noContent();
}

function metadataProblem(wanted: unknown): string | null {
  if (typeof wanted !== 'object' || wanted === null) return 'it is no map of texts';
  const rows = Object.entries(wanted);
  if (rows.length > mostMetadata.keys) {
    return `payload must contain at most ${mostMetadata.keys} keys, provided ${rows.length}`;
  }
  for (const [key, value] of rows) {
    if (typeof value !== 'string') return `the value of ${JSON.stringify(key)} is no text`;
    if (key === '' || Buffer.byteLength(key) > mostMetadata.keyLength) {
      return `length of key ${JSON.stringify(key)} is ${Buffer.byteLength(key)} but max allowed length is ${mostMetadata.keyLength}`;
    }
    if (value === '' || Buffer.byteLength(value) > mostMetadata.valueLength) {
      return `length of value for key ${JSON.stringify(key)} is ${Buffer.byteLength(value)} but max allowed length is ${mostMetadata.valueLength}`;
    }
  }
  return null;
}
