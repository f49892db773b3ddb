import { describe, expect, it } from 'vitest';
import { benchmarkDocument, sectionText } from '../../bench/document/document.ts';
import type { Part, Section } from '../../bench/document/section.ts';

const sections = ['One', 'Two', 'Three'].map(
  (title): Section => ({ name: title.toLowerCase(), title, measure: async () => [] }),
);

function text(title: string, what: string): [string, string] {
  return [title, `## ${title}\n\n${what}`];
}

describe('benchmarkDocument', () => {
  it('puts sections in their order, wherever they were', () => {
    const texts = new Map([text('Two', 'second'), text('One', 'first')]);
    const document = benchmarkDocument({ before: '', sections, texts });
    expect(document).toMatch(/^# Benchmarks\n[\s\S]*\n\n## One\n\nfirst\n\n## Two\n\nsecond\n$/);
  });

  it('leaves the sections that were not measured as they were', () => {
    const all = sections.map(({ title }) => text(title, `old ${title}`));
    const before = benchmarkDocument({ before: '', sections, texts: new Map(all) });
    const after = benchmarkDocument({
      before,
      sections,
      texts: new Map([text('Two', 'new')]),
    });
    expect(after).toBe(before.replace('old Two', 'new'));
  });
});

describe('sectionText', () => {
  it('says how, what and where it was measured', () => {
    const [section] = sections;
    const part: Part = {
      prose: '\nHow.',
      amounts: [{ name: 'requests', unit: 'requests', samples: [3], bound: 2 }],
    };
    const machine = {
      cores: 2,
      processor: 'Some processor',
      memoryGigabytes: 8,
      system: 'linux x64',
      node: '24.0.0',
      git: '2.47.0',
    };
    const date = new Date('2026-11-20T12:00:00Z');
    expect(sectionText(section as Section, { parts: [part], machine, date })).toMatch(
      /^## One\n\nHow\.\n\n\| [\s\S]*\*\*MISSED\*\*[\s\S]*\n\nMeasured on 2026-11-20: 2 cores \(Some processor\), 8 GB of memory, linux x64, Node 24\.0\.0, git 2\.47\.0\.$/,
    );
  });
});
