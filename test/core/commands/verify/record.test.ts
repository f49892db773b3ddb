import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  verificationJson,
  verificationLines,
} from '../../../../src/core/commands/verify/output.ts';
import { verificationHtml } from '../../../../src/core/commands/verify/page/page.ts';
import type { RepositoryFindings } from '../../../../src/core/verbs/verify/findings/difference.ts';
import {
  calibration,
  difference,
  hostile,
  repository,
  verification,
} from './example-verification.ts';

/** Sorts keys and hashes, as docs/verify.md has it with jq. */
function digestOf(json: string): { readonly stated: string; readonly found: string } {
  const { sha256, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const text = JSON.stringify(rest, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  const found = createHash('sha256').update(text).digest('hex');
  return { stated: String(sha256), found };
}

describe('the seal of a verification', () => {
  it('is the same in the page, in JSON and in the lines', () => {
    const record = verification([repository('web')], { calibration: calibration('host') });
    expect(record.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(verificationHtml(record)).toContain(record.sha256);
    expect(verificationLines(record, { color: false }).join('\n')).toContain(record.sha256);
    expect(JSON.parse(verificationJson(record)).sha256).toBe(record.sha256);
  });

  it('can be checked with the JSON alone, whatever a host has sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...hostile)),
        (text) => {
          const record = verification([repository(text)], { calibration: calibration(text) });
          const { stated, found } = digestOf(verificationJson(record));
          expect(found).toBe(stated);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('covers no halves of characters, which programs read in different ways', () => {
    const json = verificationJson(verification([repository('a\ud800b')]));
    expect(JSON.parse(json).repositories[0].source).toBe('a\ufffdb');
    expect(json).not.toContain('\\ud800');
    const { stated, found } = digestOf(json);
    expect(found).toBe(stated);
  });

  it('is another one for other data', () => {
    const web = repository('web');
    const seals = [
      verification([web]),
      verification([repository('api')]),
      verification([{ ...web, equal: 2 }]),
      verification([web], { at: '2026-11-20T10:48:06.000Z' }),
      verification([web], { calibration: calibration('host') }),
    ].map(({ sha256 }) => sha256);
    expect(new Set(seals).size).toBe(seals.length);
  });

  it('has the version, counts by kind and links to the source beside it', () => {
    const differences = [difference('#8', { sourceNumber: 7 }), difference('main')];
    const record = verification([{ ...repository('web'), differences }, repository('api')]);
    const json = JSON.parse(verificationJson(record));
    expect(json).toMatchObject({
      version: '1.2.3',
      kinds: [
        { kind: 'branch', compared: 6, equal: 6 },
        { kind: 'pull-request', compared: 2, equal: 0 },
      ],
    });
    const [{ source_url: url, differences: found }] = json.repositories;
    expect(url).toBe('https://bitbucket.org/acme/web');
    expect(found.map(({ source_url: page }: { source_url: string | null }) => page)).toEqual([
      'https://bitbucket.org/acme/web/pull-requests/7',
      null,
    ]);
  });
});

describe('the page of a thousand repositories', () => {
  it('stays below 1.5 MB with 16 differences in each tenth of them', () => {
    const of = (index: number): RepositoryFindings => {
      const url = `https://github.com/acme-org/repository-${index}/pull/`;
      const differences = Array.from({ length: index % 10 === 0 ? 16 : 0 }, (_, at) =>
        difference(`#${at}`, {
          ...{ verdict: 'expected', url: `${url}${at}`, sourceNumber: at, advice: null },
          message: 'superseded, closed on GitHub',
        }),
      );
      return {
        ...{ ...repository(`repository-${index}`), differences, notes: [], settings: [] },
        kinds: ['branch', 'tag', 'setting', 'pull-request', 'review', 'comment'].map((kind) => ({
          kind: kind as RepositoryFindings['kinds'][number]['kind'],
          ...{ compared: 120, equal: 120 },
        })),
      };
    };
    const page = verificationHtml(verification(Array.from({ length: 1000 }, (_, at) => of(at))));
    expect(page.match(/<details class="repository equal">/g)).toHaveLength(900);
    expect(Buffer.byteLength(page)).toBeLessThan(1_500_000);
  });
});
