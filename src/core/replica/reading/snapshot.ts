import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { PullRequestPage } from '../../ports/pull-request-source.ts';
import type { SourcePullRequest } from '../../ports/records/pull-request.ts';

/**
 * All pull requests of a repository as they were when the list was read: in a file, because ten thousand of them with
 * their descriptions are more than memory should hold.
 */
export interface Snapshot {
  /** Ascending. */
  readonly numbers: readonly number[];
  /** The list was read by this call. */
  readonly isNew: boolean;
  /** Revision of each in the list of that time, by number. */
  readonly revisions: ReadonlyMap<number, string>;
  /** @throws TypeError for a number that is not there */
  read(number: number): Promise<SourcePullRequest>;
  close(): Promise<void>;
}

/**
 * Reads the list, or takes the file of an earlier run where it is complete: what is being migrated then does not
 * change half-way.
 */
export async function takeSnapshot(options: {
  path: string;
  list: () => AsyncIterable<PullRequestPage>;
  onProgress: (done: number, total: number | null) => void;
}): Promise<Snapshot> {
  const { path } = options;
  const isNew = !existsSync(path);
  if (isNew) await write(options);
  return openSnapshot(path, isNew);
}

/** Under a name of its own first: half of a list must not count as one. */
async function write({
  path,
  list,
  onProgress,
}: Parameters<typeof takeSnapshot>[0]): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    let done = 0;
    for await (const { pullRequests, total } of list()) {
      const lines = pullRequests.map((one) => `${JSON.stringify(one)}\n`);
      await file.appendFile(lines.join(''));
      done += pullRequests.length;
      onProgress(done, total);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

async function openSnapshot(path: string, isNew: boolean): Promise<Snapshot> {
  const { places, revisions } = await findPlaces(path);
  const file = await open(path, 'r');
  return {
    isNew,
    revisions,
    numbers: [...places.keys()].sort((one, other) => one - other),
    async read(number) {
      const place = places.get(number);
      if (place === undefined) throw new TypeError(`no pull request ${number}`);
      const { buffer } = await file.read({
        buffer: Buffer.alloc(place.length),
        position: place.offset,
      });
      return parse(buffer);
    },
    close: () => file.close(),
  };
}

function parse(line: Buffer): SourcePullRequest {
  return JSON.parse(line.toString('utf8')) as SourcePullRequest;
}

const lineFeed = 0x0a;

/** Line by line: all of them at once would stay in memory longer than they are needed. */
async function findPlaces(path: string) {
  const places = new Map<number, { offset: number; length: number }>();
  const revisions = new Map<number, string>();
  let offset = 0;
  let pieces: Buffer[] = [];
  function endLine(): void {
    const line = Buffer.concat(pieces);
    pieces = [];
    const { number, revision } = parse(line);
    places.set(number, { offset, length: line.length });
    if (revision !== undefined) revisions.set(number, revision);
    offset += line.length + 1;
  }
  for await (const chunk of createReadStream(path)) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      pieces.push(rest.subarray(0, end));
      endLine();
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pieces.push(rest);
  }
  return { places, revisions };
}
