import { MigratorError } from '../../../../kernel/errors.ts';
import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import { createOnce } from '../../../../settings/applying/create-once.ts';
import {
  type Named,
  outcomeOf,
  type SettingOutcome,
} from '../../../../settings/applying/setting-outcome.ts';
import { readApplied } from '../../../context/settings/applied-settings.ts';
import type { RequestPlace } from '../../../context/settings/request-place.ts';
import type { SettingsContext } from '../../../context/settings/settings-context.ts';
import type { OwnRequest } from '../../../model/own-requests.ts';
import { textsDigest } from '../../../recorded/pull-requests/written-record.ts';
import { findRequestCommits, recordRequestBranch } from '../../../recorded/request-branches.ts';

export interface File {
  readonly path: string;
  readonly text: string;
}

/** Describes what one of migrator's own pull requests is opened with. */
export interface Opening {
  readonly request: OwnRequest;
  readonly place: RequestPlace;
  readonly base: { readonly branch: string; readonly commit: string };
  readonly files: readonly File[];
  /** Without its marker. */
  readonly description: string;
  /** An earlier run may have opened it. */
  readonly isKnown: boolean;
}

export function requestName({ branch }: OwnRequest): Named {
  return { kind: 'pull-request', name: `migrator/${branch}` };
}

/** Its row in the state; `undefined` where no run has begun to open it. */
export async function findRow({ records }: Pick<SettingsContext, 'records'>, { id }: OwnRequest) {
  const rows = await records.listObjects('planned-setting', id);
  return rows.find(({ sourceId }) => sourceId === id);
}

/** Only who has the files can tell: without them, the outcome of the last run that had holds. */
export async function recordedOutcome(
  { records }: Pick<SettingsContext, 'records'>,
  named: Named,
  note: string,
): Promise<SettingOutcome> {
  const applied = readApplied(await records.listObjects('settings'));
  const known = applied?.outcomes.find(
    ({ kind, name }) => kind === named.kind && name === named.name,
  );
  if (known !== undefined && lasting.includes(known.state)) return known;
  return outcomeOf(named, { state: 'missing', note });
}

/** States in which a run leaves the pull request unopened. */
const lasting: readonly SettingOutcome['state'][] = ['kept', 'waiting', 'refused'];

/** Opens it once, whatever people do with it. @returns what there is to say of it */
export async function openRequest(
  context: SettingsContext,
  opening: Opening,
): Promise<{ readonly number: number; readonly note: string }> {
  const { request, place, files, isKnown } = opening;
  const body = bodyOf(opening);
  const find = async () => {
    const found = await findOurs(context, request, place);
    return found === null ? null : toMade(found);
  };
  const made = await createOnce(context, {
    kind: 'planned-setting',
    id: request.id,
    place: context.targetFullName,
    data: JSON.stringify({ texts: textsDigest({ title: request.title, body }) }),
    async make() {
      // Its row may be lost with the state, and people may have closed it since.
      const before = context.isNew || isKnown ? null : await find();
      if (before !== null) return before;
      await push(context, opening);
      return toMade(await create(context, opening));
    },
    find,
  });
  const paths = files.map(({ path }) => path).join(', ');
  const number = Number(made.id);
  return { number, note: `#${made.id} for ${paths}${isKnown ? ', found again' : ''}` };
}

function bodyOf({ description, place, request }: Opening): string {
  return `${description}\n\n${place.markers.mark(request.subject)}`;
}

function toMade({ number, webUrl }: TargetPullRequest) {
  return { id: String(number), url: webUrl };
}

async function findOurs(
  { target, targetName, signal }: SettingsContext,
  { branch, subject }: OwnRequest,
  { branches, markers }: RequestPlace,
): Promise<TargetPullRequest | null> {
  for await (const page of target.pullRequests.list({ ...targetName, signal })) {
    const found = page.find(
      ({ head, body }) => head.branch === branches[branch] && markers.bears(body, subject),
    );
    if (found !== undefined) return found;
  }
  return null;
}

/** A branch that an earlier run has pushed is moved; one that somebody else has created stays, and refuses the push. */
async function push(
  { listRefs, writer }: SettingsContext,
  { request, place, base, files, isKnown }: Opening,
): Promise<void> {
  const { branch, subject, title } = request;
  const ref = `refs/heads/${place.branches[branch]}`;
  const there = isKnown ? ((await listRefs()).get(ref) ?? null) : null;
  const pushed = writer === null ? [] : await findRequestCommits({ records: writer }, branch);
  // What somebody else has pushed there refuses the push.
  const expected = there !== null && pushed.includes(there) ? there : null;
  const to = await place.commit({
    onto: base.commit,
    files,
    message: `${title}\n\n${place.markers.mark(subject)}\n`,
  });
  if (writer !== null) await recordRequestBranch({ records: writer }, branch, { ref, commit: to });
  await place.push({ ref, to, expected });
}

/** Milliseconds between attempts: a branch is not seen everywhere at once. */
const pauses = [1000, 3000, 9000];

async function create(context: SettingsContext, opening: Opening): Promise<TargetPullRequest> {
  const { request, place, base } = opening;
  const { target, targetName, targetFullName, waitingClock, signal } = context;
  const head = place.branches[request.branch];
  const wanted = {
    ...targetName,
    title: request.title,
    body: bodyOf(opening),
    head,
    base: base.branch,
    isDraft: false,
    signal,
  };
  for (const pause of [...pauses, null]) {
    const outcome = await target.pullRequests.create(wanted);
    if (outcome.kind === 'created') return outcome.pullRequest;
    // After the state was lost.
    const before =
      outcome.why === 'already-exists' ? await findOurs(context, request, place) : null;
    if (before !== null) return before;
    if (outcome.why !== 'missing-branch' || pause === null) {
      throw new MigratorError(
        'refused',
        `${target.hostname} refused the pull request ${head} in ${targetFullName}: ${outcome.message}`,
        { hint: 'Open it by hand from that branch.' },
      );
    }
    await waitingClock.sleep(pause, signal);
  }
  throw new TypeError('the last attempt has an end');
}
