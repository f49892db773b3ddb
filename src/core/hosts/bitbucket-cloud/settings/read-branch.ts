import * as z from 'zod';
import type { SettingsOfPart } from '../../../ports/settings-source.ts';
import { hash, orNull } from '../../shared/lenient-schema.ts';
import { shortText } from '../../shared/settings-rows.ts';
import { repositoryPath } from '../names/names.ts';
import { readTextFile } from '../repositories/read-text-file.ts';
import { readObject, readRows, type SettingsReader, type Wanted } from './settings-pages.ts';

const branchSchema = z.object({
  merge_strategies: z.array(shortText).nullish().catch(null),
  default_merge_strategy: orNull(shortText),
  target: z.object({ hash }).nullish().catch(null),
});

const statusRow = z.object({ key: shortText.min(1) });

/** How pull requests into the default branch are merged, and which builds its newest commit has. */
export async function readBranch(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { defaultBranch, workspace, slug, signal } = wanted;
  if (defaultBranch === null) return { settings: {}, missing: null };
  const path = repositoryPath(wanted);
  const name = defaultBranch.split('/').map(encodeURIComponent).join('/');
  const branch = await readObject(reader, {
    path: `${path}/refs/branches/${name}`,
    schema: branchSchema,
    canBeMissing: true,
    signal,
  });
  const enabled = branch?.merge_strategies ?? null;
  const strategies =
    enabled === null ? null : { enabled, standard: branch?.default_merge_strategy ?? null };
  const commit = branch?.target?.hash ?? null;
  if (commit === null) return { settings: { strategies }, missing: null };
  const statuses = await readRows(reader, {
    path: `${path}/commit/${commit}/statuses`,
    row: statusRow,
    what: 'build status',
    of: `${workspace}/${slug}`,
    signal,
  });
  const builds = [...new Set(statuses.map(({ key }) => key))];
  return { settings: { strategies, builds }, missing: null };
}

/** Longer ones are cut: GitHub takes 3 MB. */
const maxBytes = 4_000_000;

/** Bitbucket's own file of code owners. */
export async function readOwners(
  { bitbucket }: SettingsReader,
  wanted: Wanted,
): Promise<SettingsOfPart> {
  const { defaultBranch } = wanted;
  if (defaultBranch === null) return { settings: {}, missing: null };
  const path = '.bitbucket/CODEOWNERS';
  const text = await readTextFile(bitbucket, { ...wanted, ref: defaultBranch, path, maxBytes });
  const owners = text === null ? null : { path, bytes: Buffer.byteLength(text) };
  return { settings: { owners }, missing: null };
}
