import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refs } from '../formats/refs.ts';
import type { Advertisement } from '../protocol/advertisement.ts';
import type { SmartHttp } from '../protocol/smart-http.ts';
import { intoBatches, refsInOrder } from '../push/push-batches.ts';
import type { PushLimiter } from '../push/push-limiter.ts';
import { beginPush, type OpenPush } from './open-push.ts';

export interface NewRefs {
  readonly http: SmartHttp;
  /** Refs that the target has listed: none. */
  readonly target: Advertisement;
  readonly refs: Refs;
  /** Short name; pushed first. */
  readonly defaultBranch: string | null;
  readonly maxPushBytes: number;
  readonly refsPerPush: number;
  readonly pace: Pick<PushLimiter, 'next'>;
  /** How long the target may take or say nothing, in milliseconds. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

/** Begins a push that creates all refs of an empty target, as soon as its limit allows. */
export async function pushNewRefs(options: NewRefs): Promise<OpenPush> {
  const mayGo = () => options.pace.next(options.signal);
  await mayGo();
  return beginPush({
    http: options.http,
    batches: intoBatches(
      refsInOrder(options.refs, options.defaultBranch, undefined),
      options.refsPerPush,
    ),
    offered: options.target.capabilities,
    maxBytes: options.maxPushBytes,
    patience: options.patience,
    mayGo,
  });
}

/** The one pack of a mirror; `null` where its objects lie otherwise, or it is larger than so many bytes. */
export async function onlyPack(directory: string, maxBytes: number): Promise<string | null> {
  const folder = join(directory, 'objects', 'pack');
  const packs = (await readdir(folder)).filter((name) => name.endsWith('.pack'));
  const [name] = packs;
  if (name === undefined || packs.length > 1) return null;
  const path = join(folder, name);
  return (await stat(path)).size > maxBytes ? null : path;
}

/** Sends a pack as it lies on the disk, but for its end: `git push` would enumerate its objects and pack them again. */
export async function sendPack(push: OpenPush, path: string): Promise<void> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      await push.write(chunk as Buffer);
      if (push.failure !== null) return;
    }
  } catch (error) {
    push.drop('The pack cannot be read');
    throw error;
  }
}
