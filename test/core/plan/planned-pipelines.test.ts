import { describe, expect, it } from 'vitest';
import { summarizePipelines } from '../../../src/core/pipelines/summarize.ts';
import { pipelinesOfPlan } from '../../../src/core/plan/planned-pipelines.ts';
import { pipelinesAhead, pipelinesLines } from '../../../src/core/report/lines/pipelines-lines.ts';
import { somePipelines } from '../../helpers/pipelines/add-pipelines.ts';

const some = summarizePipelines(somePipelines);
const broken = summarizePipelines('pipelines: [');
const inventory = [
  { name: 'Web', slug: 'web', pipelines: some },
  { name: 'Odd', slug: 'odd', pipelines: broken },
  { name: 'Bare', slug: 'bare', pipelines: null },
  { name: 'Unread', slug: 'unread' },
];

function planned(action?: 'convert' | 'leave') {
  const { pipelines, notes } = pipelinesOfPlan(inventory, action);
  const repositories = [...pipelines].map(([source, own]) => ({
    ...{ source, target: source, visibility: 'private' as const },
    pipelines: own,
  }));
  return { pipelines, notes, ahead: pipelinesAhead({ repositories }) };
}

describe('pipelinesOfPlan', () => {
  it('converts what can be converted, and leaves the others with a note', () => {
    const { pipelines, notes } = planned();
    expect([...pipelines].map(([slug, { action }]) => [slug, action])).toEqual([
      ['web', 'convert'],
      ['odd', 'leave'],
    ]);
    expect(notes).toEqual(['1 pipeline file cannot be converted and will be left unchanged: odd']);
  });

  it('leaves every pipeline out when asked to', () => {
    expect(planned('leave').pipelines.get('web')?.action).toBe('leave');
  });
});

describe('pipelinesLines', () => {
  it('shows grades, and each changed or lost construct with its line', () => {
    const { ahead } = planned();
    const [first, ...rows] = ahead === null ? [] : pipelinesLines(ahead);
    expect(first).toMatch(
      /^Pipelines {6}1 file to 2 workflows: \d+ exact, 1 changed, 0 lost; 1 not converted$/,
    );
    expect(rows[0]).toContain('changed   web, line 11: A reviewer of the environment production');
    expect(rows).toHaveLength(2);
  });

  it('has no workflows where all files are left', () => {
    const { ahead } = planned('leave');
    expect(ahead === null ? [] : pipelinesLines(ahead)).toEqual([
      'Pipelines      2 files not converted',
    ]);
  });
});
