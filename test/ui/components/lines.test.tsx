import { describe, expect, it } from 'vitest';
import { Lines, StyledLine } from '../../../src/ui/components/lines.tsx';
import { line } from '../../../src/ui/text/line.ts';
import { drawn } from '../../helpers/drawing/drawn.tsx';

describe('Lines', () => {
  it('puts rows beneath each other, an empty one too', () => {
    const lines = [line('one ', ['good', 'done']), [], line('two')];
    expect(drawn(<Lines lines={lines} />)).toBe('one done\n\ntwo');
  });
});

describe('StyledLine', () => {
  it('is cut at the edge, and wraps nothing', () => {
    expect(drawn(<StyledLine line={line('x'.repeat(150))} />)).toBe(`${'x'.repeat(99)}…`);
  });
});
