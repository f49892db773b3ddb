import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askBackground, withoutLateReplies } from '../../../src/ui/terminal/ask-background.ts';

const dark = '\u001b]11;rgb:0000/0000/0000\u001b\\';
const attributes = '\u001b[?62;22c';

/** A terminal that answers each text written to it by a function of it. */
function terminal(answer: (asked: string) => string | null) {
  const stdin = new PassThrough({ encoding: 'utf8' });
  const stdout = new PassThrough({ encoding: 'utf8' });
  stdout.on('data', (asked: string) => {
    const reply = answer(asked);
    if (reply !== null) stdin.write(reply);
  });
  return { stdin, stdout } as unknown as Parameters<typeof askBackground>[0];
}

describe('askBackground', () => {
  it('returns what the terminal answers', async () => {
    expect(await askBackground(terminal(() => `${dark}${attributes}`))).toBe('dark');
  });
  it('does not wait for a terminal that answers only the second question', async () => {
    expect(await askBackground(terminal(() => attributes))).toBeNull();
  });
  it('returns nothing where the terminal is silent', async () => {
    expect(await askBackground(terminal(() => null))).toBeNull();
  });
  it('puts back keys that arrive with the reply', async () => {
    const streams = terminal(() => `j${dark}k${attributes}`);
    await askBackground(streams);
    expect(streams.stdin.read()).toBe('jk');
  });
});

describe('withoutLateReplies', () => {
  it('drops a late reply and reads on', () => {
    const { stdin } = terminal(() => null);
    (stdin as unknown as PassThrough).write(dark);
    (stdin as unknown as PassThrough).write('q');
    const read = withoutLateReplies(stdin);
    expect(`${read.read() ?? ''}${read.read() ?? ''}`).toBe('q');
    expect(read.read()).toBeNull();
  });
});
