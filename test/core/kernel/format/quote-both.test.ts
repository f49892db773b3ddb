import { describe, expect, it } from 'vitest';
import { quoteBoth } from '../../../../src/core/kernel/format/quote-both.ts';

describe('quoteBoth', () => {
  it('quotes short texts whole', () => {
    expect(quoteBoth('Changed', 'Add retries')).toEqual(['“Changed”', '“Add retries”']);
    expect(quoteBoth('', 'A\r\n shop')).toEqual(['“”', '“A shop”']);
  });

  it('quotes long texts from a word shortly before their first difference', () => {
    const same = 'word '.repeat(60);
    const [now, before] = quoteBoth(`${same}red ${same}`, `${same}blue`);
    expect(now).toMatch(/^“…word .*word red word .*…”$/);
    expect(now.length).toBeLessThan(130);
    expect(before).toMatch(/^“…word .*word blue”$/);
  });

  it('says that a text ends where the other goes on', () => {
    const same = 'word '.repeat(60).trim();
    const [now, before] = quoteBoth(same, `${same} and more`);
    expect(now).toMatch(/ word”$/);
    expect(before).toMatch(/ word and more”$/);
  });

  it('cuts no character in two', () => {
    for (let spaces = 0; spaces < 4; spaces += 1) {
      const same = `${'a'.repeat(spaces)}${'😀'.repeat(100)}`;
      for (const quoted of quoteBoth(`${same}😀${same}`, `${same}😁${same}`))
        expect(quoted.isWellFormed()).toBe(true);
    }
  });
});
