import { describe, expect, it } from 'vitest';
import { confirmRewriting } from '../../../src/core/commands/migrate/consent.ts';

const stopped = [{ slug: 'web', facts: ['3 commits get new hashes', 'bad\u001b[2J'] }];

function answering(answer: string | null) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answer;
  };
  return { asked, ask };
}

describe('confirmRewriting', () => {
  it('shows the facts and wants the word', async () => {
    const { asked, ask } = answering('rewrite');
    expect(await confirmRewriting({ isGiven: false, ask }, stopped)).toBe(true);
    expect(asked[0]).toContain('The rewrite of web changes hashes:\n  3 commits get new hashes\n');
    expect(asked[0]).not.toContain('\u001b');
  });

  it.each(['yes', '', null])('takes %j for no', async (answer) => {
    expect(await confirmRewriting({ isGiven: false, ask: answering(answer).ask }, stopped)).toBe(
      false,
    );
  });

  it('does not take --yes for an answer, and asks nobody then', async () => {
    const { asked, ask } = answering('rewrite');
    expect(await confirmRewriting({ isGiven: true, ask }, stopped)).toBe(false);
    expect(await confirmRewriting({ isGiven: false, ask: null }, stopped)).toBe(false);
    expect(await confirmRewriting({ isGiven: false, ask }, [])).toBe(false);
    expect(asked).toEqual([]);
  });
});
