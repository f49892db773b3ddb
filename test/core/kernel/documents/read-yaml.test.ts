import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../../src/core/kernel/documents/read-yaml.ts';

describe('readYaml', () => {
  it.each([
    ['an open bracket', 'source: [\nmigration:\n  workers: 2\n', 'not closed'],
    ['a tab', 'migration:\n\tworkers: 2\n', 'indent with spaces'],
    ['an open quote', 'migration:\n  name: "x\n', 'missing'],
    ['a reserved character', 'a: @x\n', 'in quotes'],
  ])('says in plain words what is probably wrong: %s', (_, text, words) => {
    const reading = readYaml(text);
    const problems = 'problems' in reading ? reading.problems : [];
    expect(problems[0]?.message).toContain(words);
    expect(problems[0]?.at?.line).toBeGreaterThan(0);
    const said = problems.map(({ message }) => message).join(' ');
    expect(said).not.toMatch(/flow sequence|block collection|implicit key|plain value/i);
  });
});
