import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../kernel/files/make-folder.ts';

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The random id of this installation; `null` where none was chosen yet. */
export async function readInstallation(stateFolder: string): Promise<string | null> {
  const text = await readFile(fileOf(stateFolder), 'utf8').catch(() => '');
  return form.test(text.trim()) ? text.trim() : null;
}

/** The same, chosen now if there is none. @throws the system's error where it cannot be kept */
export async function chooseInstallation(stateFolder: string): Promise<string> {
  const known = await readInstallation(stateFolder);
  if (known !== null) return known;
  const chosen = randomUUID();
  makeFolder(stateFolder);
  await writeFile(fileOf(stateFolder), `${chosen}\n`, { mode: 0o600 });
  return chosen;
}

function fileOf(stateFolder: string): string {
  return join(stateFolder, 'telemetry.id');
}
