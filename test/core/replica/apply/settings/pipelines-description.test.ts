import { describe, expect, it } from 'vitest';
import { convertPipelines } from '../../../../../src/core/pipelines/convert-pipelines.ts';
import { describePipelines } from '../../../../../src/core/replica/apply/settings/request/pipelines-description.ts';
import { manyManualSteps, somePipelines } from '../../../../helpers/pipelines/add-pipelines.ts';

function describeText(text: string, { existing = [] as string[], limit = 60_000 } = {}) {
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
  if ('refusal' in result) throw new Error(result.refusal.message);
  return describePipelines({ converted: result.converted, existing, limit });
}

describe('describePipelines', () => {
  it('lists workflows, variables and findings with their lines in both files', () => {
    const [description, ...comments] = describeText(somePipelines);
    expect(comments).toEqual([]);
    expect(description).toContain('### Workflows\n\n- `.github/workflows/default.yml`');
    expect(description).toContain(
      '### Create these secrets or variables before you merge\n\n- `NPM_TOKEN`',
    );
    expect(description).toMatch(/- Line 11 → `\.github\/workflows\/branch-main\.yml` line \d+: /);
    expect(description).not.toContain('### Lost');
  });

  it('says which workflows the repository has already', () => {
    const existing = ['.github/workflows/default.yml'];
    const [description] = describeText(somePipelines, { existing });
    expect(description).toContain(
      '### Already in the repository: not replaced\n\n- `.github/workflows/default.yml`',
    );
    expect(description.match(/default\.yml/g)).toHaveLength(1);
  });

  it('leaves what has no room in the description to comments, and loses no finding', () => {
    const bodies = describeText(manyManualSteps, { limit: 20_000 });
    expect(bodies.length).toBeGreaterThan(2);
    for (const body of bodies) expect(body.length).toBeLessThanOrEqual(20_000);
    expect(bodies.join('').match(/^- Line \d+/gm)).toHaveLength(600);
  });

  it('shows names of the file as text alone', () => {
    const name = '"@octocat fixes #1 <img src=x>"';
    const [description] = describeText(
      `pipelines:\n  default:\n    - step:\n        trigger: manual\n        deployment: ${name}\n        script: [make]\n`,
    );
    expect(description).toContain('octocat');
    expect(description).not.toMatch(/@octocat|<img| #1\b/);
  });
});
