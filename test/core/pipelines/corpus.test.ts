import { beforeAll, describe, expect, it } from 'vitest';
import { checksOf } from '../../../src/core/pipelines/check/checks.ts';
import { notConverted } from '../../../src/core/pipelines/findings/coverage.ts';
import type { Converted } from '../../../src/core/pipelines/workflow/converted.ts';
import { actionlint } from '../../helpers/pipelines/actionlint.ts';
import { type CorpusFile, convertFile, corpus } from '../../helpers/pipelines/corpus.ts';
import { sumOf } from '../../helpers/pipelines/corpus-figures.ts';

describe('the corpus of pipeline files', () => {
  const files = corpus();
  let converted: readonly { readonly file: CorpusFile; readonly result: Converted }[];
  beforeAll(() => {
    converted = files.flatMap((file) => {
      const result = convertFile(file);
      return result === null ? [] : [{ file, result }];
    });
  });

  it('has at least 150 files, of which at least 99 of 100 can be read', () => {
    expect(files.length).toBeGreaterThanOrEqual(150);
    expect(converted.length / files.length).toBeGreaterThanOrEqual(0.99);
  });

  it('converts to workflows in which actionlint finds nothing', async () => {
    for (const { file, result } of converted) {
      for (const workflow of result.workflows) {
        expect(await actionlint(workflow, result.runnerLabels), file.name).toEqual([]);
      }
    }
  });

  it('passes the eleven checks', () => {
    for (const { file, result } of converted) {
      const checks = checksOf(result);
      expect(checks).toHaveLength(11);
      expect(
        checks.filter(({ passed }) => !passed),
        file.name,
      ).toEqual([]);
    }
  });

  it('has a line of the output or a finding for each key', () => {
    for (const { file, result } of converted) {
      const silent = result.findings.filter(({ message }) => message === notConverted);
      expect(silent, file.name).toEqual([]);
      const { constructs, exact, changed, lost } = result.coverage;
      expect(exact + changed + lost, file.name).toBe(constructs);
    }
  });

  it('names lines that exist in both files', () => {
    for (const { file, result } of converted) {
      for (const { line, file: imported, output, message } of result.findings) {
        const text = imported === undefined ? file.text : file.imports.get(imported)?.text;
        const lines = text?.split('\n').length ?? 0;
        expect(line, `${file.name}: ${message}`).toBeGreaterThanOrEqual(1);
        expect(line, `${file.name}: ${message}`).toBeLessThanOrEqual(lines);
        if (output === null) continue;
        const workflow = result.workflows.find(({ path }) => path === output.path);
        expect(output.line).toBeLessThanOrEqual(workflow?.text.split('\n').length ?? 0);
      }
    }
  });

  it('loses nothing in nine of ten steps', () => {
    const { steps, exactSteps, lostSteps } = sumOf(converted.map(({ result }) => result));
    expect(exactSteps / steps).toBeGreaterThanOrEqual(0.8);
    expect((steps - lostSteps) / steps).toBeGreaterThanOrEqual(0.9);
  });

  it('converts to the same text each time', () => {
    for (const { file, result } of converted) {
      expect(convertFile(file)?.workflows, file.name).toEqual(result.workflows);
    }
  });
});
