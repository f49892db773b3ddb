import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../../src/core/ports/records/migration.ts';
import type { NumberedObject } from '../../../../../src/core/ports/target-closure.ts';
import type { TargetHost } from '../../../../../src/core/ports/target-host.ts';
import {
  findForeignObjects,
  foreignObjects,
  foreignObjectsText,
} from '../../../../../src/core/replica/apply/closed-target/foreign-objects.ts';

function numbered(number: number, kind: NumberedObject['kind'] = 'pull-request'): NumberedObject {
  return { kind, number, title: 'A title', author: 'jane', webUrl: `https://github.com/${number}` };
}

function made(...numbers: readonly number[]): readonly CreatedObject[] {
  return numbers.map((number) => ({
    kind: 'pull-request',
    sourceId: String(number),
    intendedAt: 0,
    targetId: String(number),
    targetUrl: '',
    data: null,
  }));
}

function targetOf(all: readonly NumberedObject[]) {
  const requests: string[] = [];
  const target = {
    closure: {
      async listNumbered() {
        requests.push('list');
        return all;
      },
    },
    pullRequests: {
      async newestNumber() {
        requests.push('newest');
        return Math.max(0, ...all.map(({ number }) => number));
      },
    },
  } as unknown as TargetHost;
  const signal = new AbortController().signal;
  const targetName = { owner: 'acme', name: 'web' };
  return {
    requests,
    find: (objects: readonly CreatedObject[]) =>
      findForeignObjects({ target, targetName, signal, made: objects }),
  };
}

describe('findForeignObjects', () => {
  it('asks for one number where nothing is foreign', async () => {
    const { find, requests } = targetOf([numbered(2), numbered(1)]);
    expect(await find(made(1, 2))).toEqual([]);
    expect(requests).toEqual(['newest']);
  });

  it('finds an object above ours, and one between them', async () => {
    const all = [5, 4, 3, 2, 1].map((number) => numbered(number));
    const found = await targetOf(all).find(made(1, 2, 4));
    expect(found.map(({ number, shiftsLater }) => [number, shiftsLater])).toEqual([
      [3, false],
      [5, true],
    ]);
  });

  it('finds every number that is not ours, whatever the numbers are', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.nat(), (all, cut) => {
        const ours = all.slice(0, cut % (all.length + 1));
        const found = foreignObjects(
          all.map((number) => numbered(number)),
          made(...ours),
        );
        expect(found.map(({ number }) => number)).toEqual(
          all.filter((number) => !ours.includes(number)).sort((a, b) => a - b),
        );
      }),
    );
  });
});

describe('foreignObjectsText', () => {
  it('says nothing where there is nothing', () => {
    expect(foreignObjectsText('acme/web', [])).toBeNull();
  });

  it('names three, counts the rest and says what becomes of the numbers', () => {
    const all = [4, 5, 6, 7].map((number) => numbered(number, 'issue'));
    expect(foreignObjectsText('acme/web', foreignObjects(all, made(1, 2, 3)))).toBe(
      'acme/web has 4 objects from other people (issue #4 by jane, issue #5 by jane, issue #6 by jane and 1 more): pull requests migrated from now on get higher numbers than on Bitbucket',
    );
  });

  it('says that a number below ours changes nothing any more', () => {
    const text = foreignObjectsText('acme/web', foreignObjects([numbered(2)], made(1, 3)));
    expect(text).toContain('later numbers stay the same');
  });

  it('says that later numbers shift where ours have shifted already', () => {
    const [first, third] = made(1, 3);
    const shifted = [first, { ...third, sourceId: '2' }] as CreatedObject[];
    const text = foreignObjectsText('acme/web', foreignObjects([numbered(2)], shifted));
    expect(text).toContain('get higher numbers than on Bitbucket');
  });
});
