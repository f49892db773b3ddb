import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { widthOf } from '../../../../src/ui/text/text-width.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { driveTo } from '../drive.ts';
import { fakeSession, repository, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });

describe('every screen', () => {
  const steps = ['credentials', 'discovery', 'selection', 'options', 'review'] as const;
  const sizes = [
    [39, 3],
    [39, 5],
    [39, 9],
    [79, 18],
    [199, 44],
    [299, 100],
  ] as const;

  it.each(steps.flatMap((step) => sizes.map((size) => [step, ...size] as const)))(
    '%s fits into %i columns and %i rows',
    async (step, width, height) => {
      const odd = [repository('日本語'.repeat(20)), repository('evil\u001b[2J'), repository('api')];
      const driven = await driveTo(step, { session: fakeSession(odd) });
      const lines = texts(bodyOf(migrationWizard, driven.state(), { width, height, glyphs }).lines);
      expect(lines.length).toBeLessThanOrEqual(height);
      expect(Math.max(0, ...lines.map(widthOf))).toBeLessThanOrEqual(width);
      expect(lines.join('')).not.toContain('\u001b');
    },
  );
});
