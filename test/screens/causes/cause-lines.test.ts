import { describe, expect, it } from 'vitest';
import { blocksThatFit } from '../../../src/screens/causes/cause-lines.ts';
import { line, plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';

describe('blocksThatFit', () => {
  const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
  const block = [line('api  Push rejected. Reset the ref with'), line('  git push --force.')];
  const shown = (rows: number, width = 60) => {
    const { lines, more } = blocksThatFit([block, block], { rows, width, glyphs });
    return { texts: lines.map(plainText), more };
  };

  it('ends a block that is cut with an ellipsis, within the width', () => {
    expect(shown(1).texts).toEqual(['api  Push rejected. Reset the ref with …']);
    expect(shown(1, 20).texts[0]).toMatch(/^.{19}…$/);
    expect(shown(0).texts).toEqual([]);
  });

  it('shows whole blocks as they are, and counts those that are left', () => {
    expect(shown(3)).toEqual({ texts: block.map(plainText), more: 1 });
  });
});
