import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import { stateCondition } from '../../../src/core/pipelines/jobs/state-condition.ts';
import { actionlint } from '../../helpers/pipelines/actionlint.ts';

const convert = (text: string) =>
  stateCondition(text, (name) => (name === 'hidden' ? null : `vars.${name}`));

describe('stateCondition', () => {
  it.each([
    ['blocked == false', "vars.blocked == 'false'"],
    ['count > 0', 'vars.count > 0'],
    ['ready', "vars.ready == 'true'"],
    ['!ready', "!(vars.ready == 'true')"],
    [
      '(a > 100 && a <= 200) || b == "it\'s" && c == true',
      "((vars.a > 100 && vars.a <= 200) || vars.b == 'it''s' && vars.c == 'true')",
    ],
    ['glob(branch, "release/**") && b != 1', "startsWith(vars.branch, 'release/') && vars.b != 1"],
    ['glob(branch, "main")', "vars.branch == 'main'"],
  ])('converts %s', (text, expression) => {
    expect(convert(text)?.expression).toBe(expression);
  });

  it('says where GitHub ignores case', () => {
    expect(convert('a == "Yes"')?.ignoresCase).toBe(true);
    expect(convert('a == "1.2" && b == true')?.ignoresCase).toBe(false);
  });

  it.each([
    'a ==',
    'a == b',
    '"x" == a',
    'a > "x"',
    'a == 1 b',
    '(a == 1',
    'a = 1',
    'hidden == true',
    'glob(branch, "release/*")',
    'glob(branch)',
    'changesetInclude("src/**")',
    "a == 'x' }} ${{ secrets.b",
    '',
  ])('converts nothing of %s', (text) => {
    expect(convert(text)).toBeNull();
  });

  it('reads no condition of endless depth', () => {
    expect(convert(`${'('.repeat(100_000)}a`)).toBeNull();
  });
});

describe('a step with a condition on its state', () => {
  it('reads outputs of earlier steps, and skips only itself', async () => {
    const text = `
image: node:22
pipelines:
  default:
    - step: {name: Scan, script: [make], output-variables: [critical_count]}
    - step: {name: Deploy, condition: {state: critical_count == 0}, script: [make]}
    - step: {name: Report, script: [make]}
    - step: {name: Lost, condition: {state: 'glob(BITBUCKET_BRANCH, "a*b")'}, script: [make]}
`;
    const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
    if (!('converted' in result)) throw new Error(result.refusal.message);
    const { workflows, findings } = result.converted;
    const [workflow] = workflows;
    if (workflow === undefined) throw new Error('No workflow');
    const { deploy, report, lost } = parse(workflow.text).jobs;
    expect(deploy).toMatchObject({
      needs: ['scan'],
      if: '${{ needs.scan.outputs.critical_count == 0 }}',
    });
    expect(report.if).toBe('${{ !failure() && !cancelled() }}');
    expect(lost.if).toBe('${{ !failure() && !cancelled() }}');
    expect(findings.filter(({ grade }) => grade !== 'exact')).toMatchObject([
      { grade: 'lost', line: 8, construct: 'pipelines.default[3].step.condition.state' },
    ]);
    expect(await actionlint(workflow)).toEqual([]);
  });
});
