import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../ports/records/events.ts';
import type { Refs } from '../formats/refs.ts';
import { progressReader } from '../process/git-progress.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import type { Advertisement } from '../protocol/advertisement.ts';
import { ProtocolError } from '../protocol/packets.ts';
import type { SmartHttp } from '../protocol/smart-http.ts';
import type { OpenPush } from './open-push.ts';
import { uploadRequest } from './requests.ts';
import { readPackOf } from './side-band.ts';
import { writeBuffer, writeTo } from './write-to.ts';

export interface FetchPack extends MirrorOptions {
  readonly http: SmartHttp;
  /** Refs that the source has listed. */
  readonly source: Advertisement;
  /** Gets the pack as well, as it comes; `null`: nobody. */
  readonly push: OpenPush | null;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Fetches a whole repository into a new mirror: one request, and one process that checks the pack. Nothing that is in the
 * folder stays.
 * @throws ProtocolError, or what undici throws: the mirror is not whole then, and the push is dropped
 */
export async function fetchPack(options: FetchPack): Promise<void> {
  try {
    await makeMirror(options.directory, options.source);
    await receive(options);
    await checkTips(options, options.source.refs);
  } catch (error) {
    options.push?.drop('Bitbucket stopped sending');
    throw error;
  }
}

/** A bare repository as `git clone --bare` leaves it, without its objects. */
async function makeMirror(directory: string, { refs, head }: Advertisement): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, 'objects', 'info'), { recursive: true });
  await mkdir(join(directory, 'objects', 'pack'));
  await mkdir(join(directory, 'refs'));
  const settings = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';
  await writeFile(join(directory, 'config'), settings);
  await writeFile(join(directory, 'HEAD'), `ref: ${head}\n`);
  const lines = [...refs].map(([name, oid]) => `${oid} ${name}\n`);
  await writeFile(join(directory, 'packed-refs'), lines.join(''));
}

/** The pack to git, and on to the target. */
async function receive(options: FetchPack): Promise<void> {
  const { git, directory, signal, http, source, push, onProgress } = options;
  const input = writeBuffer();
  const indexing = git.stream({
    // It fails where an object names one that is not there.
    args: ['index-pack', '--stdin', '-v', '--check-self-contained-and-connected'],
    repository: directory,
    signal,
    input,
    onStderr: progressReader(onProgress),
  });
  // The result is awaited below. This only stops the writer when git ends early.
  indexing.then(
    () => input.destroy(),
    () => input.destroy(),
  );
  try {
    const request = uploadRequest(source.refs.values(), source.capabilities);
    for await (const chunk of readPackOf(await http.post('git-upload-pack', request))) {
      // Both at once: the two sides read in their own time, and neither may wait for the other's turn.
      const [isRead] = await Promise.all([writeTo(input, chunk), push?.write(chunk)]);
      if (!isRead) break;
    }
  } catch (error) {
    input.destroy();
    await indexing.catch(() => undefined);
    throw error;
  }
  input.end();
  const { exitCode, stderr } = await indexing;
  if (exitCode !== 0)
    throw new ProtocolError(`git does not accept the pack: ${stderr.slice(-400)}`);
}

/** Checks that the pack holds every ref that the source listed. */
async function checkTips({ git, directory, signal }: FetchPack, refs: Refs): Promise<void> {
  const oids = `${[...new Set(refs.values())].join('\n')}\n`;
  const { exitCode, stdout } = await git.stream({
    args: ['cat-file', '--batch-check=%(objectname)', '--buffer'],
    repository: directory,
    signal,
    input: oids,
  });
  if (exitCode !== 0 || stdout !== oids)
    throw new ProtocolError('The pack lacks an object that a ref points to');
}
