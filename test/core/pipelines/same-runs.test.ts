import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import {
  type BitbucketFile,
  type BitbucketItem,
  type BitbucketStep,
  bitbucketRuns,
  type ExportingFile,
  type Imported,
  type ImportingFile,
  withImports,
} from '../../helpers/pipelines/bitbucket-model.ts';
import type { Circumstances, Ran } from '../../helpers/pipelines/events.ts';
import { githubRuns } from '../../helpers/pipelines/github-model.ts';

const branches = ['main', 'develop', 'feature/a', 'feature/a/b', 'release/1.0', 'hotfix-1', 'v1+2'];
const globs = [
  ...branches.slice(0, 3),
  ...['feature/*', 'feature/**', '*', '**', '{main,release/*}', 'hotfix-*', '*/a', 'v1+2'],
];
const files = ['README.md', 'src/index.ts', 'src/deep/x.ts', 'docs/a.md'];

const command = fc.constantFrom(
  ...[
    'make',
    'echo "$BITBUCKET_BRANCH"',
    'echo $TOKEN',
    'echo ${REGION:-none}',
    'cd x',
    'export A=1 B=2',
  ],
);
const pipe = fc.record({
  pipe: fc.constantFrom('atlassian/aws-s3-deploy:1.1.0', 'atlassian/slack-notify:2.0.0'),
  variables: fc.dictionary(
    fc.constantFrom('BUCKET', 'MESSAGE'),
    fc.constantFrom(
      'plain',
      '$TOKEN',
      'in $REGION on $BITBUCKET_BRANCH',
      '$BITBUCKET_BUILD_NUMBER',
    ),
    { noNullPrototype: true },
  ),
});
const step = fc.record(
  {
    name: fc.constant(''),
    script: fc.array(fc.oneof({ weight: 4, arbitrary: command }, pipe), {
      minLength: 1,
      maxLength: 4,
    }),
    deployment: fc.constantFrom('staging', 'production'),
    trigger: fc.constant('manual' as const),
    condition: fc.record({
      changesets: fc.record({
        includePaths: fc.uniqueArray(fc.constantFrom('src/**', '*.md', 'docs/*', 'src/*.ts'), {
          minLength: 1,
        }),
      }),
    }),
  },
  { requiredKeys: ['name', 'script'] },
);
const plainStep = step.map(({ name, script }) => ({ name, script }));
const conditional = step.map(({ trigger: _, ...rest }) => rest);
const item: fc.Arbitrary<BitbucketItem> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ step }) },
  {
    weight: 2,
    arbitrary: fc.record({
      parallel: fc.array(fc.record({ step: conditional }), { minLength: 2, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      stage: fc.record(
        {
          name: fc.constantFrom('Stage 1', 'Stage 2'),
          deployment: fc.constantFrom('staging', 'test'),
          steps: fc.array(fc.record({ step: plainStep }), { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ['name', 'steps'] },
      ),
    }),
  },
);
const items = fc.array(item, { minLength: 1, maxLength: 4 });
const group = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), items, { maxKeys: 4, noNullPrototype: true });
const asked = fc.record({
  variables: fc.uniqueArray(
    fc.record({ name: fc.constantFrom('LEVEL', 'REGION'), default: fc.constantFrom('low', 'x y') }),
    { selector: (one) => one.name, minLength: 1 },
  ),
});
const withTriggers = fc.option(
  fc.record({
    'repository-push': fc.array(
      fc.record(
        {
          condition: fc.constantFrom(
            'BITBUCKET_BRANCH == "main"',
            'glob(BITBUCKET_BRANCH, "feature/*")',
          ),
          pipelines: fc.constantFrom(['nightly'], ['nightly', 'Deploy it']),
        },
        { requiredKeys: ['pipelines'] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  }),
);
const file: fc.Arbitrary<BitbucketFile> = fc
  .record(
    {
      default: items,
      branches: group(globs),
      'pull-requests': group(globs),
      tags: group(['v*', 'v1', '*', 'release-*']),
      custom: fc.dictionary(
        fc.constantFrom('nightly', 'Deploy it'),
        fc.tuple(asked, items).map(([first, rest]) => [first, ...rest]),
        { noNullPrototype: true },
      ),
    },
    { requiredKeys: ['default'] },
  )
  .map((pipelines) => ({ pipelines: named(pipelines) }))
  .chain((one) => withTriggers.map((triggers) => (triggers === null ? one : { ...one, triggers })));
const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  event: fc.oneof(
    fc.record({ kind: fc.constant('push' as const), branch: fc.constantFrom(...branches) }),
    fc.record({ kind: fc.constant('tag' as const), tag: fc.constantFrom('v1', 'v2', 'release-1') }),
    fc.record({
      kind: fc.constant('pull-request' as const),
      source: fc.constantFrom(...branches),
      target: fc.constantFrom('main', 'develop'),
    }),
    fc.record({
      kind: fc.constant('custom' as const),
      name: fc.constantFrom('nightly', 'Deploy it'),
      branch: fc.constantFrom('main', 'feature/a'),
    }),
  ),
  changed: fc.subarray(files, { minLength: 1 }),
  failing: fc.option(fc.integer({ min: 1, max: 12 }).map((number) => `S${number}`)),
  isApproved: fc.boolean(),
});

/** Gives each step its own name, so that both models speak of the same one; the first of a pipeline is never manual. */
function named(pipelines: BitbucketFile['pipelines']): BitbucketFile['pipelines'] {
  let number = 0;
  return JSON.parse(JSON.stringify(pipelines), (key, value) => {
    if (key !== 'step') return value;
    number += 1;
    return { ...(value as BitbucketStep), name: `S${number}` };
  });
}

/** Moves some pipelines of a file into one that exports them. */
function sharing(
  { pipelines, ...rest }: BitbucketFile,
  choices: readonly boolean[],
): { readonly importer: ImportingFile; readonly shared: ExportingFile } {
  const exported: Record<string, readonly BitbucketItem[]> = {};
  const place = (items: readonly BitbucketItem[]): Imported => {
    const count = Object.keys(exported).length;
    const isMoved = choices[count % choices.length] === true;
    const name = `p${count}`;
    exported[name] = isMoved ? items : [];
    return isMoved ? { import: `${name}@shared` } : items;
  };
  const moved = Object.fromEntries(
    Object.entries(pipelines).map(([key, value]) => [
      key,
      Array.isArray(value)
        ? place(value)
        : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, place(one)])),
    ]),
  );
  return {
    importer: { ...rest, definitions: { imports: { shared: 'shared:main' } }, pipelines: moved },
    shared: { export: true, definitions: { pipelines: exported } },
  };
}

/** Of the variables only what the scripts name, and Bitbucket's own. */
function comparable(runs: readonly Ran[]): unknown {
  return runs
    .map(({ name, commands, variables, after }) => {
      const text = commands.join('\n');
      const seen = Object.entries(variables).filter(
        ([key]) => compared.has(key) || text.includes(`$${key}`) || text.includes(`{${key}`),
      );
      return {
        name,
        commands,
        variables: Object.fromEntries(seen.sort()),
        after: [...after].sort(),
      };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

const compared = new Set(
  [
    ...['BRANCH', 'TAG', 'COMMIT', 'PR_ID', 'PR_DESTINATION_BRANCH', 'BUILD_NUMBER', 'REPO_SLUG'],
    ...[
      'REPO_FULL_NAME',
      'WORKSPACE',
      'DEPLOYMENT_ENVIRONMENT',
      'PARALLEL_STEP',
      'PARALLEL_STEP_COUNT',
    ],
  ].map((name) => `BITBUCKET_${name}`),
);

describe('converted workflows', () => {
  it('run the same scripts in the same order with the same variables', () => {
    fc.assert(
      fc.property(file, fc.array(circumstances, { minLength: 4, maxLength: 8 }), (input, all) => {
        const result = convertPipelines({
          text: stringify(input),
          path: 'bitbucket-pipelines.yml',
        });
        if (!('converted' in result)) throw new Error(result.refusal.message);
        for (const one of all) {
          expect(comparable(githubRuns(result.converted.workflows, one))).toEqual(
            comparable(bitbucketRuns(input, one)),
          );
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 40) },
    );
  });

  it('run the same where pipelines are imported from another file', () => {
    const importing = fc.tuple(file, fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }));
    const events = fc.array(circumstances, { minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(importing, events, ([input, choices], all) => {
        const { importer, shared } = sharing(input, choices);
        const result = convertPipelines({
          text: stringify(importer),
          path: 'bitbucket-pipelines.yml',
          imports: new Map([['shared:main:bitbucket-pipelines.yml', { text: stringify(shared) }]]),
        });
        if (!('converted' in result)) throw new Error(result.refusal.message);
        const { workflows, coverage } = result.converted;
        expect(coverage.exact + coverage.changed + coverage.lost).toBe(coverage.constructs);
        for (const one of all) {
          expect(comparable(githubRuns(workflows, one))).toEqual(
            comparable(bitbucketRuns(withImports(importer, shared), one)),
          );
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 20) },
    );
  });
});
