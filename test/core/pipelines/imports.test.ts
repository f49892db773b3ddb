import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import { importsOf } from '../../../src/core/pipelines/imports/imports-of.ts';
import type { Converted } from '../../../src/core/pipelines/workflow/converted.ts';
import { convertFile, corpus } from '../../helpers/pipelines/corpus.ts';
import { timed } from '../../helpers/processor-time.ts';

function convertedFile(name: string): Partial<Converted> {
  const file = corpus().find((one) => one.name === name);
  return (file && convertFile(file)) ?? {};
}

function lostIn(name: string): readonly string[] {
  const { findings = [] } = convertedFile(name);
  return findings.filter(({ grade }) => grade === 'lost').map(({ message }) => message);
}

/** A file that imports one pipeline many times. */
function importing(times: number): string {
  const customs = Array.from({ length: times }, (_, at) => `    c${at}: {import: 'shared:main:x'}`);
  const own = "  default: [{step: {image: 'node:22', script: [make]}}]";
  return ['pipelines:', own, '  custom:', ...customs, ''].join('\n');
}

function lostOf(text: string, shared: string): readonly string[] {
  const imports = new Map([['shared:main:bitbucket-pipelines.yml', { text: shared }]]);
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml', imports });
  if ('refusal' in result) return [result.refusal.message];
  const { findings } = result.converted;
  return findings.filter(({ grade }) => grade === 'lost').map(({ message }) => message);
}

describe('an imported pipeline', () => {
  it('is lost with repository, branch or tag, and file to look at', () => {
    expect(lostIn('newer/imports.yml')).toEqual(
      expect.arrayContaining([
        'The source shared is bitbucket-pipelines.yml of the repository acme-shared, main, which is not read',
        'The pipeline checks is imported from bitbucket-pipelines.yml of the repository acme-shared, main',
      ]),
    );
  });

  it('is found by the name of its source, in the same repository as well', () => {
    expect(lostIn('newer/import-sources.yml')).toEqual([
      'The source local is .bitbucket/shared-pipelines.yml of this repository, which is not read',
      'The source shared is ci/checks-pipelines.yml of the repository acme-shared, v2, which is not read',
      'The pipeline release is imported from .bitbucket/shared-pipelines.yml of this repository',
      'The pipeline checks is imported from ci/checks-pipelines.yml of the repository acme-shared, v2',
      'Nothing says where the pipeline checks@missing is imported from',
      'Nothing says where the pipeline checks is imported from',
    ]);
  });

  it('becomes a workflow with the steps, services and caches of its own file', () => {
    const { workflows = [], coverage } = convertedFile('imports/branch-and-pull-request.yml');
    expect(workflows.map(({ path }) => path)).toEqual([
      '.github/workflows/default.yml',
      '.github/workflows/pull-request-any.yml',
    ]);
    for (const { text } of workflows) {
      const { jobs } = parse(text);
      expect(Object.keys(jobs)).toEqual(['lint', 'test']);
      expect(jobs.test).toMatchObject({
        container: { image: 'node:22' },
        services: { database: { image: 'postgres:16' } },
        'timeout-minutes': 30,
      });
      expect(text).toContain('path: ~/.pnpm');
      expect(text).toContain(
        '# Its steps come from bitbucket-pipelines.yml of the repository acme-shared, main.',
      );
    }
    expect(coverage).toMatchObject({ steps: 4, exactSteps: 4, lost: 0 });
  });

  it('has findings with the lines and the name of its own file', () => {
    const { findings = [] } = convertedFile('imports/file-of-tag.yml');
    expect(findings.filter(({ grade }) => grade !== 'exact')).toEqual([
      expect.objectContaining({
        ...{ grade: 'changed', line: 7, construct: 'pipelines.tags.v*.import' },
        message: expect.stringContaining('later changes there are not picked up'),
      }),
      expect.objectContaining({
        ...{ grade: 'changed', line: 12, file: 'acme-shared:v2:ci/checks-pipelines.yml' },
        message: expect.stringContaining('node:10'),
        output: { path: '.github/workflows/tag-vany.yml', line: expect.any(Number) },
      }),
    ]);
  });

  it('is exact from a file of the same repository, and from a commit', () => {
    for (const name of ['imports/own-file.yml', 'imports/pinned-commit.yml']) {
      expect(convertedFile(name).coverage).toMatchObject({ changed: 0, lost: 0 });
    }
  });

  it('names what both files set, because it is not documented which of them counts', () => {
    const { workflows = [], findings = [] } = convertedFile('imports/both-files-set.yml');
    expect(findings.map(({ message }) => message)).toContain(
      'The steps take these from the imported file, or else from this one: image, clone, service database',
    );
    const jobs = workflows.map(({ text }) => Object.values(parse(text).jobs)[0]);
    expect(jobs).toMatchObject([
      { container: { image: 'node:20' }, services: { database: { image: 'mysql:8' } } },
      { container: { image: 'node:22' } },
    ]);
  });

  it('takes variables beside its import before its own', () => {
    const { workflows = [] } = convertedFile('imports/custom-variables.yml');
    const inputs = workflows.map(({ text }) => parse(text).on.workflow_dispatch.inputs);
    expect(inputs).toMatchObject([
      { LEVEL: { default: 'patch' }, CHANNEL: { default: 'stable' } },
      { LEVEL: { default: 'patch' }, CHANNEL: { default: 'next' }, DRY_RUN: { default: 'false' } },
    ]);
  });

  it('is lost with the reason where Bitbucket would reject it too', () => {
    expect(lostIn('imports/rejected.yml')).toEqual([
      expect.stringMatching(/acme-private, main, which exports nothing$/),
      expect.stringMatching(/acme-shared, main, which has no pipeline of that name$/),
      expect.stringMatching(/acme-shared, main, which itself imports it from elsewhere$/),
      expect.stringMatching(/the repository acme-nowhere, main$/),
    ]);
  });

  it('is never looked for outside of a repository', () => {
    const file = corpus().find(({ name }) => name === 'imports/hostile-names.yml');
    expect(importsOf(file?.text ?? '')).toEqual([]);
    const reasons = lostIn('imports/hostile-names.yml').filter((one) => one.startsWith('The pipe'));
    expect(reasons).toHaveLength(8);
    for (const one of reasons) expect(one).toMatch(/which is not a valid name$/);
  });

  it('is lost with a sentence where its file cannot be read, or is too much', () => {
    const deep = `export: true\ndefinitions: {pipelines: {x: ${'['.repeat(5000)}`;
    expect(lostOf(importing(1), deep)).toEqual([
      'The pipeline x is imported from bitbucket-pipelines.yml of the repository shared, main, which cannot be read: it is nested too deeply',
    ]);
    expect(lostOf(importing(1), 'export: true\na: "secret" canary')).toEqual([
      expect.stringMatching(/which cannot be read: it is not valid YAML \(line 2\)$/),
    ]);
    const step = '{name: a, image: "node:22", max-time: 5, script: [make]}';
    const steps = Array.from({ length: 200 }, () => `    - step: ${step}`).join('\n');
    const large = `export: true\ndefinitions:\n  pipelines:\n   x:\n${steps}\n`;
    const { result: lost, milliseconds } = timed(() => lostOf(importing(400), large));
    expect(lost).toHaveLength(380);
    expect(lost[0]).toContain('which exceeds the limit of 20000 imported values');
    expect(milliseconds).toBeLessThan(20_000);
  });

  it('leaves no other pipeline to start in its place', () => {
    const text = `
image: node:22
definitions: {imports: {local: shared.yml}}
pipelines:
  default: [{step: {script: [make]}}]
  branches: {main: {import: release@local}, 'm*': [{step: {script: [make test]}}]}
`;
    const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
    const workflows = 'converted' in result ? result.converted.workflows : [];
    expect(workflows.map((one) => parse(one.text).on.push.branches)).toEqual([
      ['**', '!m*', '!main'],
      ['m*', '!main'],
    ]);
  });
});
