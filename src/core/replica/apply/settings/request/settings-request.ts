import {
  type Decision,
  outcomeOf,
  perform,
  type SettingOutcome,
} from '../../../../settings/applying/setting-outcome.ts';
import { codeOwnersFile, codeOwnersPaths } from '../../../../settings/request/code-owners.ts';
import { moveSubmodules } from '../../../../settings/request/submodules.ts';
import type { RequestPlace } from '../../../context/settings/request-place.ts';
import type { SettingsContext } from '../../../context/settings/settings-context.ts';
import { settingsRequest as request } from '../../../model/own-requests.ts';
import { type File, findRow, openRequest, recordedOutcome, requestName } from './open-request.ts';

export const settingsRequestName = requestName(request);

type Owners = Parameters<typeof codeOwnersFile>[0];

/**
 * A pull request with the files that settings become: CODEOWNERS, and addresses of submodules of the same plan. Never a
 * commit on a default branch.
 */
export async function applySettingsRequest(
  context: SettingsContext,
  owners: Owners,
): Promise<readonly SettingOutcome[]> {
  const named = settingsRequestName;
  const known = await findRow(context, request);
  if (known !== undefined && known.targetId !== null) {
    return [outcomeOf(named, { state: 'equal', note: `#${known.targetId}` })];
  }
  if (context.request === null) {
    const isWanted = owners.length > 0;
    return isWanted ? [await recordedOutcome(context, named, 'will be opened for CODEOWNERS')] : [];
  }
  const place = await context.request();
  const base = await place.base();
  if (base === null) {
    const note = 'will be opened once the repository has a default branch';
    return owners.length === 0 ? [] : [outcomeOf(named, { state: 'waiting', note })];
  }
  const files = await changedFiles(context, { place, commit: base.commit, owners });
  if (files.length === 0) {
    const note = 'not opened: the repository has its own CODEOWNERS file';
    return owners.length === 0 ? [] : [outcomeOf(named, { state: 'kept', note })];
  }
  const description = descriptionOf(files);
  const opening = { request, place, base, files, description, isKnown: known !== undefined };
  const decision: Decision = {
    note: files.map(({ path }) => path).join(', '),
    write: async () => ({ note: (await openRequest(context, opening)).note }),
  };
  return [await perform(context, named, decision)];
}

async function changedFiles(
  { targetName }: SettingsContext,
  { place, commit, owners }: { place: RequestPlace; commit: string; owners: Owners },
): Promise<readonly File[]> {
  const [modules = null, ...ownersFiles] = await place.read(commit, [
    '.gitmodules',
    ...codeOwnersPaths,
  ]);
  const moved = modules === null ? null : moveSubmodules(modules, place.moved);
  const isMissing = ownersFiles.every((text) => text === null);
  const codeOwners = isMissing ? codeOwnersFile(owners, targetName.owner) : null;
  return [
    ...(codeOwners === null ? [] : [{ path: codeOwnersPaths[0], text: codeOwners }]),
    ...(moved === null ? [] : [{ path: '.gitmodules', text: moved }]),
  ];
}

function descriptionOf(files: readonly File[]): string {
  const list = files.map(({ path }) => `- \`${path}\`: ${purposes[path] ?? ''}`).join('\n');
  return [intro, list, outro].join('\n\n');
}

const intro =
  'This repository was migrated from Bitbucket. On GitHub, these files do what settings did there:';

const outro =
  'Merge this pull request to use them. If you do not want them, close it; it is not opened again.';

const purposes: Readonly<Record<string, string>> = {
  '.github/CODEOWNERS': 'asks the default reviewers of Bitbucket to review every pull request',
  '.gitmodules': 'points submodules to their repositories on GitHub',
};
