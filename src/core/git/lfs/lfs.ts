import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import type { Progress } from '../../ports/records/events.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { damagedMirror, onMirror } from '../errors/damaged-mirror.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import { cleaned, lastSentence } from '../errors/git-output.ts';
import {
  isSent,
  lfsFailure,
  missingLfsObjects,
  saysMissing,
  saysOff,
} from '../errors/lfs-errors.ts';
import type { LfsObject } from '../formats/lfs-pointer.ts';
import { progressReader } from '../process/git-progress.ts';
import type { GitWrite } from '../process/git-tool.ts';
import { type MirrorOptions, walkAll } from '../process/mirror-command.ts';
import type { OpenAccess } from '../process/open-access.ts';

export interface LfsTransfer extends MirrorOptions {
  /** Where they are fetched from, or sent to. */
  readonly access: GitAccess;
  readonly objects: readonly LfsObject[];
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Milliseconds without any output after which git-lfs is ended. */
  readonly longestSilence?: number;
}

/** git-lfs waits for ever after some malformed answers, while no request is open that could time out. */
const longestSilence = 15 * 60_000;

/** Objects that one git-lfs sends: one batch request. The target is looked at before each, and not within. */
const mostNames = 100;

/**
 * Fetches LFS objects into the mirror by git-lfs itself, which checks each against its name. Objects that an earlier
 * run has fetched are not fetched again, and nothing runs for an empty list.
 * @throws `refused` listing the objects that the source lacks; `missing-program` without git-lfs; what
 * isDamagedMirror() knows
 */
export async function fetchLfs(options: LfsTransfer): Promise<void> {
  if (options.objects.length === 0) return;
  await onMirror(options, async () => {
    if ((await lacking(options)).length === 0) return;
    const fetched = await withEndpoint(options, ['fetch', '--all'], []);
    const missing = await lacking(options);
    if (missing.length > 0) await throwIfDamaged(options);
    if (missing.length > 0) throw reasonFor(fetched, missing, options.access);
  });
}

/**
 * The same for objects that the source may have lost.
 * @returns those that the mirror has now
 */
export async function fetchLfsIfThere(options: LfsTransfer): Promise<readonly LfsObject[]> {
  const { objects, access } = options;
  return onMirror(options, async () => {
    if ((await lacking(options)).length === 0) return objects;
    const fetched = await withEndpoint(options, ['fetch', '--all'], []);
    const missing = new Set(await lacking(options));
    if (missing.size === 0) return objects;
    await throwIfDamaged(options);
    if (fetched.exitCode !== 0 && !saysMissing(fetched)) {
      throw reasonFor(fetched, [...missing], access);
    }
    return objects.filter((object) => !missing.has(object));
  });
}

/**
 * Sends fetched LFS objects. Must run before the refs are pushed: a target refuses refs whose objects it lacks. What
 * the target has already is not sent again.
 * @throws `missing-program` without git-lfs
 */
export async function pushLfs(options: LfsTransfer): Promise<void> {
  const { objects, access } = options;
  if (objects.length === 0) return;
  await onMirror(options, async () => {
    if ((await lacking(options)).length > 0)
      throw damagedMirror({ detail: 'LFS objects are missing' });
    for (let at = 0; at < objects.length; at += mostNames) {
      const sent = objects.slice(at, at + mostNames);
      const pushed = await withEndpoint(options, ['push', '--object-id'], sent);
      if (!isSent(pushed)) {
        throw lfsFailure(pushed, { doing: 'Sending LFS objects to', subject: access.url });
      }
    }
  });
}

/** git-lfs searches the history for what it fetches; its messages do not say that it is damaged. */
async function throwIfDamaged(options: LfsTransfer): Promise<void> {
  const { exitCode, stderr } = await walkAll(options);
  if (exitCode !== 0) throw damagedMirror({ detail: lastSentence(cleaned(stderr)) });
}

/** Objects that the mirror does not have in their whole size. */
async function lacking({ directory, objects }: LfsTransfer): Promise<LfsObject[]> {
  const missing: LfsObject[] = [];
  for (const object of objects) {
    const path = join(directory, 'lfs/objects', object.oid.slice(0, 2), object.oid.slice(2, 4));
    const found = await stat(join(path, object.oid)).catch(() => null);
    if (found?.size !== object.size) missing.push(object);
  }
  return missing;
}

function reasonFor(fetched: GitOutcome, missing: readonly LfsObject[], from: GitAccess) {
  const isMissing = saysMissing(fetched) && !saysOff(fetched);
  if (fetched.exitCode === 0 || isMissing) return missingLfsObjects(missing, from.url);
  return lfsFailure(fetched, { doing: 'Fetching LFS objects from', subject: from.url });
}

async function withEndpoint(
  options: LfsTransfer,
  command: readonly string[],
  sent: readonly LfsObject[],
): Promise<GitOutcome> {
  const { git, directory, signal, onProgress } = options;
  // Data Center serves the objects outside of the repository's path; another host still gets nothing.
  const access = await git.open(options.access, { wholeHost: true });
  const silence = watchSilence(access.url, options.longestSilence ?? longestSilence);
  const report = onProgress && progressReader(onProgress);
  try {
    return await git.run({
      args: ['lfs', ...command, access.url, ...sent.map(({ oid }) => oid)],
      ...(sent.length === 0 ? {} : { writes: upload(access.url, sent) }),
      repository: directory,
      access,
      config: lfsConfig(access),
      signal: AbortSignal.any([silence.signal, ...(signal === undefined ? [] : [signal])]),
      onStderr: silence.heard,
      onStdout(text) {
        silence.heard();
        report?.(text);
      },
    });
  } finally {
    silence.stop();
    await access.close();
  }
}

function watchSilence(url: string, milliseconds: number) {
  const controller = new AbortController();
  const { host } = new URL(url);
  const timer = setTimeout(() => {
    const minutes = Math.ceil(milliseconds / 60_000);
    const message = `git-lfs made no progress with ${host} for ${minutes} minutes`;
    const hint = 'Check the LFS server and any proxy in between, then resume.';
    controller.abort(new MigratorError('unavailable', message, { hint }));
  }, milliseconds);
  return {
    signal: controller.signal,
    heard: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

function upload(url: string, objects: readonly LfsObject[]): GitWrite {
  return {
    write: { kind: 'lfs', url, objects: objects.map(({ oid, size }) => ({ oid, size })) },
    resultOf: ({ exitCode }) => ({ kind: 'ended', exitCode }),
  };
}

/** A repository's own .lfsconfig could name another address: ours comes first. */
function lfsConfig({ url }: OpenAccess): string[] {
  const endpoint = `${url.replace(/\/$/, '').replace(/(\.git)?$/, '.git')}/info/lfs`;
  return [
    `lfs.url=${endpoint}`,
    `lfs.pushurl=${endpoint}`,
    // Cloud has no lock API; a push by object name needs none.
    `lfs.${endpoint}.locksverify=false`,
    'lfs.locksverify=false',
    'lfs.basictransfersonly=true',
    // The default of eight would keep a refused object waiting for more than a minute.
    'lfs.transfer.maxretries=3',
    'lfs.fetchexclude=',
    'lfs.fetchinclude=',
  ];
}
