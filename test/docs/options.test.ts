import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { flagName } from '../../src/core/options/flag.ts';
import { flagsOf, type Option } from '../../src/core/options/option.ts';
import { migrateOptions, runOptions } from '../../src/core/options/table.ts';

const page = (name: string) =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');

/** The stored settings keep these in another way than by their value. */
const keptOtherwise = ['skipExisting', 'overwrite', 'userMap'];

describe('the documents of options', () => {
  it('say of each flag of migrate what it does on a resume', () => {
    const [table = ''] = /\| Option \| On resume \|.*?\n\n/s.exec(page('migrate')) ?? [];
    const rows = table.split('\n').map((row) => row.split(' | '));
    for (const [name, option] of Object.entries(flagsOf(migrateOptions, 'migrate'))) {
      const flag = flagName(name, option);
      const own = rows.filter(([flags]) => flags?.includes(`\`${flag}\``));
      expect(own, flag).toHaveLength(1);
      const isKept = 'kept' in option || keptOtherwise.includes(name);
      expect(own[0]?.[1] === 'For this run |', flag).toBe(!isKept);
    }
  });

  it('name each key of the options of a plan', () => {
    const [, section = ''] = page('configuration').split('## Plan options');
    for (const { plan } of Object.values<Option>(runOptions)) {
      if (plan !== undefined) expect(section).toContain(`\`${plan}\``);
    }
  });
});
