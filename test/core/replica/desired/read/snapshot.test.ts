import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SourcePullRequest } from '../../../../../src/core/ports/records/pull-request.ts';
import { takeSnapshot } from '../../../../../src/core/replica/reading/snapshot.ts';

function pullRequest(number: number): SourcePullRequest {
  return {
    number,
    title: `Überschrift ${number}\n\u2028`,
    description: { raw: 'x\n'.repeat(number), markup: 'markdown' },
  } as SourcePullRequest;
}

describe('the list of pull requests in a file', () => {
  let path: string;
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'migrator-test-')), 'list');
  });

  async function* pages(numbers: readonly number[], failAfter = Number.POSITIVE_INFINITY) {
    for (const [index, number] of numbers.entries()) {
      if (index >= failAfter) throw new Error('the host went away');
      yield { pullRequests: [pullRequest(number)], total: numbers.length };
    }
  }

  it('gives each back as it was, in the order of numbers', async () => {
    const snapshot = await takeSnapshot({
      path,
      list: () => pages([3, 1, 2]),
      onProgress: () => {},
    });
    expect(snapshot.numbers).toEqual([1, 2, 3]);
    expect(await snapshot.read(2)).toEqual(pullRequest(2));
    expect(await snapshot.read(3)).toEqual(pullRequest(3));
    await expect(snapshot.read(4)).rejects.toThrow('no pull request 4');
    await snapshot.close();
  });

  it('is not asked for a second time once it is complete', async () => {
    await (await takeSnapshot({ path, list: () => pages([1, 2]), onProgress: () => {} })).close();
    const again = await takeSnapshot({
      path,
      list: () => {
        throw new Error('asked again');
      },
      onProgress: () => {},
    });
    expect(again.numbers).toEqual([1, 2]);
    await again.close();
  });

  it('is never half of a list', async () => {
    const broken = takeSnapshot({ path, list: () => pages([1, 2], 1), onProgress: () => {} });
    await expect(broken).rejects.toThrow('went away');
    expect(existsSync(path)).toBe(false);
    const whole = await takeSnapshot({ path, list: () => pages([1, 2]), onProgress: () => {} });
    expect(whole.numbers).toEqual([1, 2]);
    await whole.close();
  });
});
