import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const components = join(import.meta.dirname, '../../../src/ui/components');
const names = globSync('*.tsx', { cwd: components }).map((file) => basename(file, '.tsx'));

describe('src/ui/components', () => {
  it('has components', () => {
    expect(names.length).toBeGreaterThan(5);
  });

  it.each(names)('%s has a test here that draws it', (name) => {
    const test = readFileSync(join(import.meta.dirname, `${name}.test.tsx`), 'utf8');
    expect(test).toContain(`src/ui/components/${name}.tsx'`);
    // Both draw with ink-testing-library, or with Ink at a size of its own.
    expect(test).toMatch(
      /'ink-testing-library'|helpers\/drawing\/(drawn|open-screen|render)\.tsx'/,
    );
  });
});
