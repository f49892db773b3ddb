import { describe, expect, it } from 'vitest';
import { convertPipelines } from '../../../../src/core/pipelines/convert-pipelines.ts';
import type { Converted } from '../../../../src/core/pipelines/workflow/converted.ts';
import type { PipelineSchedule } from '../../../../src/core/ports/source-host.ts';
import { actionlint } from '../../../helpers/pipelines/actionlint.ts';

const text = `pipelines:
  default:
    - step:
        script: [make]
  branches:
    main:
      - step:
          script: [make all]
  custom:
    nightly:
      - variables:
          - name: LEVEL
            default: full
      - step:
          script: ['make check LEVEL=$LEVEL']
    caller:
      - step:
          type: pipeline
          custom: nightly
`;

const nightly: PipelineSchedule = {
  ...{ cron: '0 30 3 ? * MON-FRI *', enabled: true, branch: 'main' },
  ...{ kind: 'custom', name: 'nightly' },
};

function convert(...schedules: readonly PipelineSchedule[]): Converted {
  const options = { schedules, defaultBranch: 'main' };
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml', options });
  if ('refusal' in result) throw new Error(result.refusal.message);
  return result.converted;
}

const added = ({ workflows }: Converted) =>
  workflows.filter(({ path }) => path.includes('/schedule-'));
const said = ({ findings }: Converted) =>
  findings.filter(({ construct }) => construct.startsWith('schedules'));

describe('a schedule', () => {
  it('becomes a workflow of its own, with all times of its pipeline and the defaults of its variables', async () => {
    const converted = convert(nightly, { ...nightly, cron: '0 0/15 * * * ? *' }, nightly);
    const [workflow, ...others] = added(converted);
    expect(others).toEqual([]);
    expect(workflow?.path).toBe('.github/workflows/schedule-nightly.yml');
    expect(workflow?.text).toContain('name: Schedule nightly\n');
    expect(workflow?.text).toMatch(
      /schedule:\n +- cron: 30 3 \* \* 1-5\n +- cron: '\*\/15 \* \* \* \*'\n/,
    );
    expect(workflow?.text).toContain('LEVEL: full');
    expect(said(converted)).toEqual([]);
    for (const one of converted.workflows) expect(await actionlint(one, [])).toEqual([]);
  });

  it('leaves calls of its custom pipeline to the workflow that can be called', () => {
    const { workflows } = convert(nightly);
    const caller = workflows.find(({ path }) => path.endsWith('custom-caller.yml'));
    expect(caller?.text).toContain('./.github/workflows/custom-nightly.yml');
  });

  it.each([
    ['default', '', 'schedule-default.yml', 'make'],
    ['branch', 'main', 'schedule-main.yml', 'make all'],
  ] as const)('can start the %s pipeline', (kind, name, file, script) => {
    const [workflow] = added(convert({ ...nightly, kind, name }));
    expect(workflow?.path).toBe(`.github/workflows/${file}`);
    expect(workflow?.text).toContain(script);
  });

  it.each([
    [
      { branch: 'release' },
      'lost',
      'runs on release; GitHub runs schedules on the default branch only',
    ],
    [{ branch: null }, 'lost', 'runs on a tag'],
    [{ name: 'gone' }, 'lost', 'starts a pipeline that the file does not have'],
    [{ cron: '0 0 12 L * ? *' }, 'lost', "cannot be written in GitHub's five fields"],
    [{ enabled: false }, 'exact', 'is off on Bitbucket'],
    [{ cron: '0 * * * * ? *' }, 'changed', 'at most every 5 minutes'],
  ] as const)('has a finding where GitHub does it otherwise: %o', (change, grade, message) => {
    const converted = convert({ ...nightly, ...change });
    expect(said(converted)).toMatchObject([{ grade, message: expect.stringContaining(message) }]);
    expect(added(converted)).toHaveLength(grade === 'changed' ? 1 : 0);
  });

  it('changes no count of constructs', () => {
    expect(convert(nightly).coverage).toEqual(convert().coverage);
  });
});
