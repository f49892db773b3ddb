import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import { convertFile, corpus } from '../../helpers/pipelines/corpus.ts';

function lostIn(name: string): readonly string[] {
  const file = corpus().find((one) => one.name === name);
  const findings = (file && convertFile(file)?.findings) ?? [];
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
