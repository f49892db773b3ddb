import { describe, expect, it } from 'vitest';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';

describe('a deployment to an environment that has reviewers for a manual step', () => {
  it('waits for them too, in whichever pipeline, and the finding says so', () => {
    const text = `
image: node:22
pipelines:
  branches:
    main: [{step: {deployment: production, trigger: manual, script: [make]}}]
    hotfix:
      - step: {deployment: production, script: [make]}
      - step: {deployment: staging, script: [make]}
`;
    const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
    const findings = 'converted' in result ? result.converted.findings : [];
    expect(findings.filter(({ grade }) => grade === 'changed')).toMatchObject([
      { line: 5, construct: 'pipelines.branches.main[0].step.trigger' },
      {
        line: 7,
        message:
          'A reviewer must approve this step too: production has reviewers for a manual step',
      },
    ]);
  });
});
