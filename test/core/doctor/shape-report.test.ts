import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import names from '../../../assets/shapes/names.json' with { type: 'json' };
import { shapeReport, storedShapes } from '../../../src/core/doctor/findings/shape-report.ts';
import { cloudShapes } from '../../../src/core/hosts/bitbucket-cloud/shapes/cloud-shapes.ts';
import { dataCenterShapes } from '../../../src/core/hosts/bitbucket-data-center/shapes/data-center-shapes.ts';
import type { DescribedHost } from '../../../src/core/hosts/shared/shapes/described.ts';
import {
  type ExpectedShapes,
  observeShapes,
} from '../../../src/core/hosts/shared/shapes/observe-shapes.ts';
import type { HttpClient } from '../../../src/core/network/http/http-client.ts';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import { openShapeNotes, shapesFolder } from '../../../src/core/state/shapes/shape-file.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';

const published = new Set(names);

/** Long enough to stand in no other text by chance. */
const secret = fc
  .oneof(
    fc.string({ minLength: 9, maxLength: 40, unit: anyCharacter }),
    fc.stringMatching(/^[a-z]{9,20}$/),
    fc.stringMatching(/^(\.\.\/|\u001b\[31m|"\}\n\{"|\$\{|#)[a-z]{9,20}$/),
    fc.stringMatching(/^[a-z]{9,20}@acme\.example$/),
    fc.uuid(),
  )
  .filter((text) => !published.has(text));
const number = fc.integer({ min: 100_000_000 });

/** Answers with fields that a host describes, or made up, and values that stand nowhere in a description. */
function answers(fields: readonly string[]) {
  const key = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fields) }, secret);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(secret, number, fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 8, noNullPrototype: true }),
    ),
  }));
  return fc.dictionary(key, value, { minKeys: 1, maxKeys: 8, noNullPrototype: true });
}

function fieldsOf({ routes, types }: DescribedHost): readonly string[] {
  const all = JSON.stringify([routes, types]).matchAll(/"([A-Za-z_]+)":/g);
  return [...new Set([...all].map(([, name = '']) => name))];
}

/** Every text and number in it, names of fields too. */
function partsOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...partsOf(inner),
  ]);
}

async function reported(
  stateFolder: string,
  source: SourceKind,
  { expected, path, answer }: { expected: ExpectedShapes; path: string; answer: unknown },
): Promise<string> {
  const notes = openShapeNotes({ stateFolder, source, host: 'git.acme.example' });
  const client = observeShapes<HttpClient>(
    {
      host: 'git.acme.example',
      request: async () => ({ status: 200, headers: {}, json: answer }),
    },
    expected,
    notes,
  );
  await client.request({ method: 'GET', path, creates: false });
  const folder = shapesFolder(stateFolder);
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const { text } = await shapeReport(storedShapes(stateFolder), '1.2.3');
  return [...kept, text].join('\n');
}

const hosts = [
  ['bitbucket-cloud', cloudShapes, (name: string) => `/2.0/repositories/${name}/${name}`],
  [
    'bitbucket-data-center',
    dataCenterShapes,
    (name: string) => `/rest/api/1.0/projects/${name}/repos/${name}`,
  ],
] as const;

describe('a report of what a source sent', () => {
  it.each(hosts)(
    '%s: holds no text, name, number or address of it',
    async (source, expected, of) => {
      const fields = fieldsOf(await expected.described());
      const paths = fc.constantFrom(
        '',
        '/pullrequests',
        '/pull-requests',
        '/pullrequests/7/comments',
      );
      await fc.assert(
        fc.asyncProperty(answers(fields), paths, secret, async (answer, below, name) => {
          const stateFolder = await mkdtemp(join(tmpdir(), 'report-'));
          const path = `${of(encodeURIComponent(name))}${below}`;
          const text = await reported(stateFolder, source, { expected, path, answer });
          await rm(stateFolder, { recursive: true, force: true });
          const told = partsOf(answer).filter(
            (part) => !published.has(part) && !fields.includes(part),
          );
          for (const part of [...told, name, 'git.acme.example']) {
            expect(text).not.toContain(part);
            expect(text).not.toContain(JSON.stringify(part).slice(1, -1));
          }
        }),
        { numRuns: 150 },
      );
    },
  );

  it('names what Atlassian publishes, and tells all else apart by digests of its own', async () => {
    const stateFolder = await mkdtemp(join(tmpdir(), 'report-'));
    const answer = { archived: true, payroll: 1, values: [] };
    const given = { expected: cloudShapes, path: '/2.0/repositories/acme', answer };
    await reported(stateFolder, 'bitbucket-cloud', given);
    const reports = [];
    for (const _ of [1, 2]) {
      const { text, notes } = await shapeReport(storedShapes(stateFolder), '1.2.3');
      expect(notes).toBe(2);
      reports.push(JSON.parse(text));
    }
    await rm(stateFolder, { recursive: true, force: true });
    const route = 'GET /repositories/{workspace}';
    const unknown = { deviation: 'unknown-field', route, place: '' };
    const digest = expect.stringMatching(/^#[0-9a-f]{12}$/);
    expect(reports[0]).toEqual({
      version: 1,
      migrator: '1.2.3',
      sources: [
        {
          source: 'bitbucket-cloud',
          notes: expect.arrayContaining([
            { ...unknown, sent: 'boolean', name: 'archived' },
            { ...unknown, sent: 'number', name: digest },
          ]),
        },
      ],
    });
    const digests = reports.map(
      ({ sources }) => JSON.stringify(sources).match(/#[0-9a-f]{12}/)?.[0],
    );
    expect(digests[0]).not.toBe(digests[1]);
  });

  it('is empty where no run has noted anything', async () => {
    const { text, notes } = await shapeReport(storedShapes('/nowhere'), '1.2.3');
    expect([notes, JSON.parse(text).sources]).toEqual([0, []]);
  });
});
