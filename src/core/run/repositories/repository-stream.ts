import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Refs } from '../../git/formats/refs.ts';
import { openSmartHttp, type SmartHttp } from '../../git/protocol/smart-http.ts';
import {
  chooseWay,
  reasonAgainstSource,
  reasonAgainstTarget,
  type TransferWay,
} from '../../git/stream/choose-way.ts';
import { fetchPack } from '../../git/stream/fetch-pack.ts';
import type { OpenPush } from '../../git/stream/open-push.ts';
import { onlyPack, pushNewRefs, sendPack } from '../../git/stream/push-pack.ts';
import { interrupted } from '../../kernel/errors.ts';
import type { Progress } from '../../ports/records/events.ts';
import type {
  MigrationContext,
  RepositoryContext,
  RepositoryStream,
} from '../../replica/context/migration-context.ts';

type StreamedRepository = Pick<
  RepositoryContext,
  | 'mirror'
  | 'rewriting'
  | 'sourceName'
  | 'targetName'
  | 'sourceRepository'
  | 'pushLimiter'
  | 'isResumed'
  | 'wasReset'
>;

interface Streaming {
  readonly context: MigrationContext;
  readonly repository: StreamedRepository;
  readonly from: SmartHttp;
  readonly to: SmartHttp;
  /** As it was chosen, or `git` after a failure. */
  way: TransferWay;
  isFetched: boolean;
  push: OpenPush | null;
}

/** Milliseconds that the target may take or say nothing, where no read time-out is set. */
const longPatience = 600_000;

/**
 * Fetches and pushes a new repository without git's own transport, which packs everything a second time; of one that the
 * target has, it only fetches a new mirror. Whatever fails here git does once more, and says what is wrong.
 */
export function repositoryStream(
  context: MigrationContext,
  repository: StreamedRepository,
): RepositoryStream {
  const { source, target, options, kept, networks } = context;
  const { mirror, sourceRepository, sourceName, targetName } = repository;
  const { way, reason } = chooseWay({
    isBegun: repository.isResumed || repository.wasReset,
    isOnlyFetched: kept.engine === 'archive',
    isCut: options.depth !== null,
    isRewritten: repository.rewriting !== null,
    replaces: context.replaced.has(sourceName.slug),
    sizeBytes: sourceRepository.sizeBytes,
    maxPushBytes: target.limits.maxPushBytes,
  });
  const { signal } = mirror;
  const streaming: Streaming = {
    context,
    repository,
    from: openSmartHttp({
      ...{ network: networks.source, access: source.gitAccess(sourceName), signal },
    }),
    to: openSmartHttp({
      ...{ network: networks.target, access: target.gitAccess(targetName), signal },
    }),
    way,
    isFetched: false,
    push: null,
  };
  log(streaming, `history transfer: ${way}, because ${reason}`);
  return {
    isPlanned: way === 'stream',
    fetch: (reportProgress) => fetch(streaming, reportProgress),
    finish: (refs) => finish(streaming, refs),
    drop() {
      streaming.push?.drop('The migration of the repository has ended');
      streaming.push = null;
      streaming.isFetched = false;
    },
  };
}

async function fetch(
  streaming: Streaming,
  onProgress: (progress: Progress) => void,
): Promise<Refs | null> {
  const { way, from, repository, context } = streaming;
  if (way === 'git') return null;
  const { mirror } = repository;
  // Git fetches only what is new.
  if (way === 'fetch' && existsSync(mirror.directory))
    return leaveToGit(streaming, 'a local copy exists');
  let push: OpenPush | null = null;
  try {
    const source = await from.advertised('git-upload-pack');
    const against = reasonAgainstSource(source);
    if (against !== null) return leaveToGit(streaming, against);
    push = way === 'stream' ? await begin(streaming, source.refs) : null;
    await context.writeGuard.check();
    await fetchPack({ ...mirror, http: from, source, push, onProgress });
    streaming.push = push;
    streaming.isFetched = way !== 'fetch';
    return source.refs;
  } catch (error) {
    push?.drop('The fetch failed');
    if (mirror.signal.aborted) throw interrupted({ cause: error });
    // The folder is another process's by now if it has taken the migration over.
    await context.writeGuard.check();
    await rm(mirror.directory, { recursive: true, force: true });
    return leaveToGit(streaming, messageOf(error));
  }
}

async function finish(streaming: Streaming, refs: Refs): Promise<'taken' | 'unknown' | 'not-sent'> {
  const { context, repository, way } = streaming;
  if (!streaming.isFetched || way === 'git') return 'not-sent';
  const { mirror } = repository;
  try {
    streaming.push ??= await forward(streaming, refs);
    if (streaming.push === null) return 'not-sent';
    await context.writeGuard.check();
    const taken = await streaming.push.finish();
    if ([...refs.keys()].every((ref) => taken.has(ref))) return 'taken';
    leaveToGit(streaming, `GitHub accepted ${taken.size} of ${refs.size} refs`);
  } catch (error) {
    streaming.push?.drop('The push failed');
    if (mirror.signal.aborted) throw interrupted({ cause: error });
    leaveToGit(streaming, messageOf(error));
  } finally {
    streaming.push = null;
    streaming.isFetched = false;
  }
  // Another process may have taken the migration over while the target was slow.
  await context.writeGuard.check();
  return 'unknown';
}

/** Sends the pack that was fetched as it is; `null` where that is not possible. */
async function forward(streaming: Streaming, refs: Refs): Promise<OpenPush | null> {
  const { mirror } = streaming.repository;
  const pack = await onlyPack(mirror.directory, streaming.context.target.limits.maxPushBytes);
  if (pack === null) return leaveToGit(streaming, 'the mirror is not one pack of the right size');
  const push = await begin(streaming, refs);
  if (push !== null) await sendPack(push, pack);
  return push;
}

async function begin(streaming: Streaming, refs: Refs): Promise<OpenPush | null> {
  const { context, repository, to } = streaming;
  const target = await to.advertised('git-receive-pack');
  const against = reasonAgainstTarget(target);
  if (against !== null) return leaveToGit(streaming, against);
  return pushNewRefs({
    http: to,
    target,
    refs,
    defaultBranch: repository.sourceRepository.defaultBranch,
    maxPushBytes: context.target.limits.maxPushBytes,
    refsPerPush: context.target.limits.refsPerPush,
    pace: { next: (signal) => mayPush(streaming, signal) },
    patience: 1000 * context.networks.target.readTimeoutSeconds || longPatience,
    signal: repository.mirror.signal,
  });
}

/** Also where a person holds the run. */
async function mayPush({ context, repository }: Streaming, signal?: AbortSignal): Promise<void> {
  await context.runController.pauseGate.pass(signal);
  await repository.pushLimiter.next(signal);
}

function leaveToGit(streaming: Streaming, reason: string): null {
  streaming.way = 'git';
  log(streaming, `left to git: ${reason}`);
  return null;
}

function log({ context, repository }: Streaming, message: string): void {
  const fields = { repository: repository.sourceRepository.slug };
  context.emit({ type: 'log', level: 'debug', message, fields });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
