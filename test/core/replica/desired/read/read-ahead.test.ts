import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  PullRequestPage,
  PullRequestSource,
} from '../../../../../src/core/ports/pull-request-source.ts';
import type { SourceConversation } from '../../../../../src/core/ports/records/pull-request.ts';
import { createReadAhead } from '../../../../../src/core/replica/reading/read-ahead.ts';

describe('reading ahead', () => {
  let directory: string;
  let asked: string[];
  let ending: AbortController;
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'migrator-test-')), 'mirror.git');
    asked = [];
    ending = new AbortController();
  });

  function source(overrides: Partial<PullRequestSource> = {}): PullRequestSource {
    return {
      async *list() {
        asked.push('list');
        const pullRequests = [1, 2, 3].map((number) => ({
          ...{ number, commentCount: 0 },
          // The host says nothing about the second by which a change would show.
          ...(number === 2 ? {} : { revision: `r${number}` }),
        }));
        yield { pullRequests, total: 3 } as unknown as PullRequestPage;
      },
      conversation: async ({ number }: { number: number }) => {
        asked.push(`conversation ${number}`);
        return { comments: [] } as unknown as SourceConversation;
      },
      ...overrides,
    } as PullRequestSource;
  }

  function readAhead(options: { first?: number; isWanted?: boolean; of?: PullRequestSource } = {}) {
    const place = {
      source: options.of ?? source(),
      sourceName: { workspace: 'acme', slug: 'web' },
      directory,
      now: () => 1000,
      isDraining: () => false,
    };
    const { first = 50, isWanted = true } = options;
    return createReadAhead(place, { isWanted, first, signal: ending.signal });
  }

  it('asks for the list and the first conversations once, which the reader then has', async () => {
    const ahead = readAhead({ first: 1 });
    ahead.begin();
    ahead.begin();
    const reading = await ahead.take();
    expect(asked).toEqual(['list', 'conversation 1']);
    const request = { workspace: 'acme', slug: 'web', commentCount: 0, signal: ending.signal };
    await reading?.source.conversation({ ...request, number: 1 });
    expect(asked).toEqual(['list', 'conversation 1']);
    await reading?.source.conversation({ ...request, number: 3 });
    expect(asked).toEqual(['list', 'conversation 1', 'conversation 3']);
    expect(reading?.snapshot.numbers).toEqual([1, 2, 3]);
    await reading?.snapshot.close();
  });

  it('leaves out what would have to be asked for again', async () => {
    const ahead = readAhead();
    ahead.begin();
    await (await ahead.take())?.snapshot.close();
    expect(asked.toSorted()).toEqual(['conversation 1', 'conversation 3', 'list']);
  });

  it('asks nothing where it is not wanted, or was not begun', async () => {
    const unwanted = readAhead({ isWanted: false });
    unwanted.begin();
    expect(await unwanted.take()).toBeNull();
    expect(await readAhead().take()).toBeNull();
    expect(asked).toEqual([]);
  });

  it('fails once with what the list has failed with, and leaves the next attempt to the reader', async () => {
    const ahead = readAhead({
      of: source({
        async *list() {
          yield await Promise.reject<never>(new Error('the host went away'));
        },
      }),
    });
    ahead.begin();
    await expect(ahead.take()).rejects.toThrow('the host went away');
    expect(await ahead.take()).toBeNull();
    await ahead.drop();
  });

  it('gives the list where a conversation fails', async () => {
    const ahead = readAhead({
      of: source({ conversation: () => Promise.reject(new Error('the host went away')) }),
    });
    ahead.begin();
    const reading = await ahead.take();
    expect(reading?.snapshot.numbers).toEqual([1, 2, 3]);
    await reading?.snapshot.close();
  });

  it('ends what nobody has taken, also in the middle of a request', async () => {
    const conversation = vi.fn<PullRequestSource['conversation']>(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const ahead = readAhead({ of: source({ conversation }) });
    ahead.begin();
    await vi.waitFor(() => expect(conversation).toHaveBeenCalled());
    await ahead.drop();
    expect(await ahead.take()).toBeNull();
  });
});
