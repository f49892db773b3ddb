import { describe, expect, it } from 'vitest';
import { terminalStyles } from '../../../../src/core/kernel/format/palette.ts';

const terminal = { isTerminal: true };

describe('terminalStyles', () => {
  it('gives a terminal colours and weight', () => {
    const { heading, good } = terminalStyles(terminal, { environment: {} });
    expect(heading('a')).toBe('\u001b[1m\u001b[36ma\u001b[39m\u001b[22m');
    expect(good('a')).toBe('\u001b[32ma\u001b[39m');
  });

  it.each([{ environment: { NO_COLOR: '1' } }, { environment: {}, color: false }])(
    'keeps weight alone with %j',
    (flags) => {
      const { heading, strong, good, accent } = terminalStyles(terminal, flags);
      expect([heading('a'), strong('a')]).toEqual(Array(2).fill('\u001b[1ma\u001b[22m'));
      expect([good('a'), accent('a')]).toEqual(['a', 'a']);
    },
  );

  it.each([
    [{ isTerminal: false }, { environment: {} }],
    [terminal, { environment: {}, plain: true }],
    [terminal, { environment: { TERM: 'dumb' } }],
  ])('gives none to %j with %j', (output, flags) => {
    for (const style of Object.values(terminalStyles(output, flags))) expect(style('a')).toBe('a');
  });
});
