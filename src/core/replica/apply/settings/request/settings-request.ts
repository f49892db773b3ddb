import { MigratorError } from '../../../../kernel/errors.ts';
import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import { createOnce } from '../../../../settings/applying/create-once.ts';
import {
  type Decision,
  outcomeOf,
  perform,
  type SettingOutcome,
} from '../../../../settings/applying/setting-outcome.ts';
import { codeOwnersFile, codeOwnersPaths } from '../../../../settings/request/code-owners.ts';
import { moveSubmodules } from '../../../../settings/request/submodules.ts';
import { readApplied } from '../../../context/settings/applied-settings.ts';
import type { RequestPlace } from '../../../context/settings/request-place.ts';
import type { SettingsContext } from '../../../context/settings/settings-context.ts';
import { findSettingsCommits, recordSettingsBranch } from '../../../recorded/migrated-baseline.ts';
import { textsDigest } from '../../../recorded/pull-requests/written-record.ts';
import { settingsRequestId } from '../../closed-target/numbered-rows.ts';

export const requestName = { kind: 'pull-request', name: 'migrator/settings' } as const;

const id = settingsRequestId;
/** Of its marker. */
export const settingsSubject = 'settings';

type Owners = Parameters<typeof codeOwnersFile>[0];

/**
 * A pull request with the files that settings become: CODEOWNERS, and addresses of submodules of the same plan. Never a
 * commit on a default branch. Opened once, whatever people do with it.
 */
export async function applyRequest(
  context: SettingsContext,
  owners: Owners,
): Promise<readonly SettingOutcome[]> {
  const [known] = (await context.records.listObjects('planned-setting', id)).filter(
    ({ sourceId }) => sourceId === id,
  );
  if (known !== undefined && known.targetId !== null) {
    return [outcomeOf(requestName, { state: 'equal', note: `#${known.targetId}` })];
  }
  const { request } = context;
  if (request === null) return owners.length === 0 ? [] : [await recordedOutcome(context)];
  const place = await request();
  const base = await place.base();
  if (base === null) {
    const note = 'will be opened once the repository has a default branch';
    return owners.length === 0 ? [] : [outcomeOf(requestName, { state: 'waiting', note })];
  }
  const files = await changedFiles(context, { place, commit: base.commit, owners });
  if (files.length === 0) {
    const note = 'The repository has its own CODEOWNERS file';
    return owners.length === 0 ? [] : [outcomeOf(requestName, { state: 'kept', note })];
  }
  const decision: Decision = {
    note: files.map(({ path }) => path).join(', '),
    write: () => open(context, { place, base, files, isKnown: known !== undefined }),
  };
  return [await perform(context, requestName, decision)];
}

/** Only who has the files can tell: without them, the outcome of the last run that had holds. */
async function recordedOutcome({ records }: SettingsContext): Promise<SettingOutcome> {
  const applied = readApplied(await records.listObjects('settings'));
  const known = applied?.outcomes.find(({ kind }) => kind === requestName.kind);
  if (known !== undefined && lasting.includes(known.state)) return known;
  return outcomeOf(requestName, { state: 'missing', note: 'will be opened for CODEOWNERS' });
}

/** States in which a run leaves the pull request unopened. */
const lasting: readonly SettingOutcome['state'][] = ['kept', 'waiting', 'refused'];

interface File {
  readonly path: string;
  readonly text: string;
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

interface Opening {
  readonly place: RequestPlace;
  readonly base: { readonly branch: string; readonly commit: string };
  readonly files: readonly File[];
  readonly isKnown: boolean;
}

async function open(context: SettingsContext, opening: Opening) {
  const { place, files, isKnown } = opening;
  const made = await createOnce(context, {
    kind: 'planned-setting',
    id,
    place: context.targetFullName,
    data: JSON.stringify({ texts: textsDigest({ title, body: bodyOf(opening) }) }),
    async make() {
      await push(context, opening);
      return toMade(await create(context, opening));
    },
    async find() {
      const found = await findOurs(context, place);
      return found === null ? null : toMade(found);
    },
  });
  const paths = files.map(({ path }) => path).join(', ');
  return { note: `#${made.id} for ${paths}${isKnown ? ', found again' : ''}` };
}

function toMade({ number, webUrl }: TargetPullRequest) {
  return { id: String(number), url: webUrl };
}

async function findOurs(
  { target, targetName, signal }: SettingsContext,
  place: RequestPlace,
): Promise<TargetPullRequest | null> {
  for await (const page of target.pullRequests.list({ ...targetName, signal })) {
    const found = page.find((one) => isOurs(one, place));
    if (found !== undefined) return found;
  }
  return null;
}

function isOurs({ head, body }: TargetPullRequest, { branch, markers }: RequestPlace): boolean {
  return head.branch === branch && markers.bears(body, settingsSubject);
}

/** A branch that an earlier run has pushed is moved; one that somebody else has created stays, and refuses the push. */
async function push(
  { listRefs, writer }: SettingsContext,
  { place, base, files, isKnown }: Opening,
): Promise<void> {
  const ref = `refs/heads/${place.branch}`;
  const there = isKnown ? ((await listRefs()).get(ref) ?? null) : null;
  const pushed = writer === null ? [] : await findSettingsCommits({ records: writer });
  // What somebody else has pushed there refuses the push.
  const expected = there !== null && pushed.includes(there) ? there : null;
  const to = await place.commit({
    onto: base.commit,
    files,
    message: `Add settings from Bitbucket\n\n${place.markers.mark(settingsSubject)}\n`,
  });
  if (writer !== null) await recordSettingsBranch({ records: writer }, { ref, commit: to });
  await place.push({ ref, to, expected });
}

/** Milliseconds between attempts: a branch is not seen everywhere at once. */
const pauses = [1000, 3000, 9000];

async function create(context: SettingsContext, opening: Opening): Promise<TargetPullRequest> {
  const { place, base } = opening;
  const { target, targetName, targetFullName, waitingClock, signal } = context;
  const request = {
    ...targetName,
    title,
    body: bodyOf(opening),
    head: place.branch,
    base: base.branch,
    isDraft: false,
    signal,
  };
  for (const pause of [...pauses, null]) {
    const outcome = await target.pullRequests.create(request);
    if (outcome.kind === 'created') return outcome.pullRequest;
    // After the state was lost.
    const before = outcome.why === 'already-exists' ? await findOurs(context, place) : null;
    if (before !== null) return before;
    if (outcome.why !== 'missing-branch' || pause === null) {
      throw new MigratorError(
        'refused',
        `${target.hostname} refused the pull request ${place.branch} in ${targetFullName}: ${outcome.message}`,
        { hint: 'Open it by hand from that branch.' },
      );
    }
    await waitingClock.sleep(pause, signal);
  }
  throw new TypeError('the last attempt has an end');
}

const title = 'Add settings from Bitbucket';

function bodyOf({ place, files }: Opening): string {
  const list = files.map(({ path }) => `- \`${path}\`: ${purposes[path] ?? ''}`).join('\n');
  return [intro, list, place.markers.mark(settingsSubject)].join('\n\n');
}

const intro =
  'Files that replace Bitbucket settings on GitHub. Check them, then merge or close this.';

const purposes: Readonly<Record<string, string>> = {
  '.github/CODEOWNERS': 'requests a review from the default reviewers on every pull request',
  '.gitmodules': 'points submodules to their new URLs',
};
