import { hash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseLine } from '../../discovery/record-file.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { SecretScope } from '../../ports/secret-target.ts';

/** Which version of its entry a secret has got: what has not changed in the vault is not sent again. */
export interface SentVersions {
  find(place: SecretScope, name: string): number | null;
  add(place: SecretScope, name: string, version: number): Promise<void>;
}

const lineSchema = z.tuple([z.string(), z.number()]);

/**
 * A line for each value that was sent, without the value. What is lost of it costs a request, and nothing else.
 * @param place what names vault, project and target for good
 */
export async function openSentVersions(options: {
  /** The state folder. */
  folder: string;
  place: readonly string[];
}): Promise<SentVersions> {
  const folder = join(options.folder, 'vault');
  const digest = hash('sha256', options.place.join('\n'));
  const path = join(folder, `sent-${digest.slice(0, 32)}.ndjson`);
  const sent = new Map<string, number>();
  for (const line of (await readFile(path, 'utf8').catch(() => '')).split('\n')) {
    const read = parseLine(lineSchema, line);
    if (read !== null) sent.set(read[0], read[1]);
  }
  return {
    find: (place, name) => sent.get(keyOf(place, name)) ?? null,
    async add(place, name, version) {
      sent.set(keyOf(place, name), version);
      makeFolder(folder);
      // The line break before it ends whatever half line there may be.
      const line = `\n${JSON.stringify([keyOf(place, name), version])}\n`;
      await appendFile(path, line, { mode: 0o600 });
    },
  };
}

function keyOf(place: SecretScope, name: string): string {
  const repository = place.kind === 'organization' ? '' : place.name.toLowerCase();
  const environment = place.kind === 'environment' ? place.environment.toLowerCase() : '';
  return JSON.stringify([place.kind, repository, environment, name.toUpperCase()]);
}
