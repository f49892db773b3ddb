import type { Refs } from '../../../../git/formats/refs.ts';
import { readCommitText } from '../../../../git/history/read-commits.ts';
import { fetchCommits } from '../../../../git/mirror/fetch-commits.ts';
import { addFiles, listFiles, type NewFile } from '../../../../git/objects/add-files.ts';
import { ownIdentity } from '../../../../git/objects/fast-import.ts';
import { MigratorError } from '../../../../kernel/errors.ts';
import type {
  Attachments,
  Beginning,
} from '../../../context/pull-requests/pull-request-context.ts';
import { fullName } from '../../../model/temporary-refs.ts';
import { intendKept, recordKept, updateRefs } from './update-refs.ts';

interface BranchState {
  readonly context: Beginning;
  readonly branch: string;
  readonly ref: string;
  /** Names of what the branch has, or will have. */
  readonly paths: Set<string>;
  found: Promise<string | null> | null;
  tip: string | null;
  pushed: string | null;
  recorded: string | null;
}

/** The branch of the target that holds the files of its pull requests. */
export function createAttachmentsBranch(context: Beginning) {
  const branch = context.branches.attachments;
  const state: BranchState = {
    context,
    branch,
    ref: fullName({ branch }),
    paths: new Set(),
    found: null,
    tip: null,
    pushed: null,
    recorded: null,
  };
  return {
    /** Commits what the branch does not have. */
    add: (files: ReadonlyMap<string, NewFile>) => commitFiles(state, files),
    push: () => pushTip(state),
    find: (refs: Refs) => findPushed(state, refs),
  };
}

async function commitFiles(
  state: BranchState,
  wanted: ReadonlyMap<string, NewFile>,
): Promise<void> {
  const { context, paths } = state;
  const { sourceRepository, mirror } = context.repository;
  if (wanted.size === 0) return;
  state.found ??= findTip(state);
  const before = await state.found;
  if (state.tip === null && before !== null) {
    state.tip = before;
    state.pushed = before;
    for (const name of await listFiles({ ...mirror, commit: before })) paths.add(name);
  }
  const files = [...wanted.values()].filter(({ path }) => !paths.has(path));
  if (files.length === 0) return;
  for (const { path } of files) paths.add(path);
  state.tip = await addFiles({
    ...mirror,
    onto: state.tip,
    files,
    // Signed, so that the branch is recognised after a state that did not record it, or was lost.
    message: `${title}\n${context.markers.mark(subject)}\n`,
    date: Date.parse(sourceRepository.createdAt ?? '2000-01-01T00:00:00Z'),
  });
}

async function pushTip(state: BranchState): Promise<void> {
  const { context, branch, ref, tip: to } = state;
  if (to === null) return;
  if (to !== state.pushed) {
    await intendKept(context, [{ branch }]);
    await updateRefs(context, [{ ref, to, expected: state.pushed }]);
    state.pushed = to;
  }
  await recordTip(state, to);
}

async function findPushed(state: BranchState, refs: Refs): ReturnType<Attachments['find']> {
  const { context, ref } = state;
  const { records, mirror } = context.repository;
  const row = await records.findObject('branch', ref);
  const newest = refs.get(ref) ?? null;
  if (newest === null) return (row?.targetId ?? null) === null ? 'none' : 'gone';
  if (row?.targetId === newest) return 'there';
  await fetchTip(state, newest);
  const { author, message } = await readCommitText({ ...mirror, commit: newest });
  // Earlier versions did not sign it.
  const isUnsigned = author === ownIdentity && message.trim() === title.trim();
  if (isUnsigned || context.markers.bears(message, subject)) await recordTip(state, newest);
  return 'there';
}

/** Where the branch is on the target, with its commits in the mirror; asked for once there is something to add. */
async function findTip(state: BranchState): Promise<string | null> {
  const refs = await state.context.repository.targetRefs.list();
  const newest = refs.get(state.ref) ?? null;
  if (newest !== null) await fetchTip(state, newest);
  return newest;
}

async function fetchTip(state: BranchState, newest: string): Promise<void> {
  const { target, targetName, mirror } = state.context.repository;
  const access = target.gitAccess(targetName);
  const { fetched } = await fetchCommits({ ...mirror, access, commits: [newest] });
  if (fetched.has(newest)) return;
  throw new MigratorError(
    'bad-answer',
    `${target.hostname} does not return the branch ${state.branch}`,
    {
      hint: 'It contains files that pull requests link to. Resume to fetch it again.',
      retry: 'yes',
    },
  );
}

/** Texts link to this commit's files: whether or not this run has pushed it, the branch belongs to the migration. */
async function recordTip(state: BranchState, commit: string): Promise<void> {
  const { context, branch, recorded } = state;
  if (recorded === commit) return;
  await recordKept(context, [{ branch, commit }]);
  state.recorded = commit;
}

const subject = 'attachments';
const title = 'Keep files that pull requests link to\n';
