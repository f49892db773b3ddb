import { createHash } from 'node:crypto';
import { readCommitText } from '../../../git/history/read-commit-text.ts';
import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import { listRemoteRefs } from '../../../git/mirror/mirror.ts';
import { addFiles, listFiles, type NewFile } from '../../../git/objects/add-files.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { fullName, intendKept, recordKept, updateRefs } from '../open/push-openings.ts';
import type { Attachments, PullRequestContext } from '../pull-request-context.ts';
import { attachmentsMessage, isAttachmentsCommit } from './attachments-commit.ts';

/** GitHub takes 100 MiB a file; a picture or a log that somebody has dropped into a text is smaller. */
const maxBytes = 25 * 1024 * 1024;
/** So much is held in memory before it is written into the mirror. */
const maxHeld = 64 * 1024 * 1024;

const reasons = {
  gone: 'is gone from the source',
  'kept-back': 'is not given to these credentials',
  'too-large': 'is larger than 25 MiB',
} as const;

type ProcessEnvironment = Omit<PullRequestContext, 'numbers' | 'attachments'>;

/**
 * Files go to a branch of the target that stays, each under the hash of what it holds: the same picture in many texts is
 * there once, and a run that goes on finds it.
 */
export function createAttachments(processEnvironment: ProcessEnvironment): Attachments {
  const { repository, branches } = processEnvironment;
  const { git, directory, planned, plan, source, target, owner, signal } = repository;
  const branch = branches.attachments;
  const ref = fullName({ branch });
  const known = new Map<string, string | null>();
  /** Names of what the branch has, or will have. */
  const there = new Set<string>();
  let found: Promise<string | null> | null = null;
  let tip: string | null = null;
  let pushed: string | null = null;
  let recorded: string | null = null;

  /** Where the branch is on the target, with its commits in the mirror; asked for once there is something to add. */
  async function findTip(): Promise<string | null> {
    const access = target.gitAccess({ owner: owner.login, name: planned.target });
    const newest = (await listRemoteRefs({ git, access, signal })).get(ref) ?? null;
    if (newest !== null) await fetchTip(newest);
    return newest;
  }

  async function fetchTip(newest: string): Promise<void> {
    const access = target.gitAccess({ owner: owner.login, name: planned.target });
    const { fetched } = await fetchCommits({ git, access, directory, commits: [newest], signal });
    if (fetched.has(newest)) return;
    throw new MigratorError('bad-answer', `${target.hostname} does not give the branch ${branch}`, {
      hint: 'It holds the files of pull requests, which link to it. Resume to fetch it again.',
      retry: 'yes',
    });
  }

  /** Texts link to this commit's files: whether or not this run has pushed it, the branch belongs to the migration. */
  async function record(commit: string): Promise<void> {
    if (recorded === commit) return;
    await recordKept(processEnvironment, [{ branch, commit }]);
    recorded = commit;
  }

  async function read(address: string): Promise<NewFile | null> {
    const name = { workspace: plan.source.workspace, slug: planned.source };
    const answer = await source.pullRequests.readAttachment({ ...name, address, maxBytes, signal });
    if (answer.kind === 'file') return toFile(answer.name, answer.bytes);
    repository.warn(`An attachment stays behind, because it ${reasons[answer.kind]}: ${address}`);
    return null;
  }

  async function add(wanted: ReadonlyMap<string, NewFile>): Promise<void> {
    if (wanted.size === 0) return;
    found ??= findTip();
    const before = await found;
    if (tip === null && before !== null) {
      tip = before;
      pushed = before;
      const commit = before;
      for (const name of await listFiles({ git, directory, commit, signal })) there.add(name);
    }
    const files = [...wanted.values()].filter(({ path }) => !there.has(path));
    if (files.length === 0) return;
    for (const { path } of files) there.add(path);
    tip = await addFiles({
      git,
      directory,
      onto: tip,
      files,
      message: attachmentsMessage(processEnvironment.markers),
      date: Date.parse(repository.sourceRepository.createdAt ?? '2000-01-01T00:00:00Z'),
      signal,
    });
  }

  return {
    async bring(addresses) {
      let held = new Map<string, NewFile>();
      let size = 0;
      for (const address of addresses) {
        if (known.has(address)) continue;
        processEnvironment.stopIfDraining();
        const file = await read(address);
        known.set(address, file === null ? null : addressOf(file));
        if (file === null) continue;
        held.set(file.path, file);
        size += file.content.length;
        if (size < maxHeld) continue;
        await add(held);
        held = new Map();
        size = 0;
      }
      await add(held);
      return known;
    },
    async push() {
      if (tip === null) return;
      const to = tip;
      if (to !== pushed) {
        await intendKept(processEnvironment, [{ branch }]);
        await updateRefs(processEnvironment, [{ ref, to, expected: pushed }]);
        pushed = to;
      }
      await record(to);
    },
    async find(refs) {
      const row = await repository.writer.findObject(planned.source, 'branch', ref);
      const newest = refs.get(ref) ?? null;
      if (newest === null) return (row?.targetId ?? null) === null ? 'none' : 'gone';
      if (row?.targetId === newest) return 'there';
      await fetchTip(newest);
      const text = await readCommitText({ git, directory, commit: newest, signal });
      if (isAttachmentsCommit(processEnvironment.markers, text)) await record(newest);
      return 'there';
    },
  };

  function addressOf({ path }: NewFile): string {
    return `${target.webUrl}/${owner.login}/${planned.target}/raw/${branch}/${path}`;
  }
}

/** Of the name only the ending is kept, which tells what it is. */
function toFile(name: string, content: Uint8Array): NewFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 40);
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  return { path: ending === undefined ? hash : `${hash}.${ending}`, content };
}
