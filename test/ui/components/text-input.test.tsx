import { describe, expect, it } from 'vitest';
import { TextInput } from '../../../src/ui/components/text-input.tsx';
import { openScreen } from '../../helpers/drawing/open-screen.tsx';
import { keys } from '../../helpers/drawing/render.tsx';

describe('TextInput', () => {
  it('takes keys that arrive together, and Enter at their end', async () => {
    const shown = openScreen((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('hello\r');
    expect(await shown.ended).toBe('hello');
  });

  it('edits where the cursor is', async () => {
    const shown = openScreen((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('helo');
    shown.press(keys.left);
    shown.press('l');
    await shown.until('hello');
    shown.press(keys.home + keys.enter);
    expect(await shown.ended).toBe('hello');
  });

  it('joins what was pasted in several lines', async () => {
    const shown = openScreen((end) => <TextInput width={40} onSubmit={end} />);
    shown.paste('  one\r\ntwo\n');
    await shown.until('one two');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('one two');
  });

  it('keeps wide and combining characters whole', async () => {
    const shown = openScreen((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('日本e\u0301👩‍👩‍👧x');
    shown.press(keys.backspace);
    shown.press(keys.backspace);
    shown.press(keys.enter);
    expect(await shown.ended).toBe('日本e\u0301');
  });

  it('drops characters that reorder text, typed or pasted', async () => {
    const shown = openScreen((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('a\u202eb\u2066');
    shown.paste('c\u202ed\ufeff');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('abcd');
  });

  it('restores the terminal after a stop, and draws itself again', async () => {
    const shown = openScreen((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('hello');
    await shown.until('hello');
    const before = shown.raw().length;
    process.emit('SIGCONT', 'SIGCONT');
    const after = shown.raw().slice(before);
    expect(after).toContain('\u001b[?2004h');
    expect(after).toContain('hello');
    expect(shown.isRaw()).toBe(true);
  });

  it('takes ten thousand pasted characters and shows their end', async () => {
    const shown = openScreen((end) => <TextInput width={20} onSubmit={end} />);
    shown.paste(`${'a'.repeat(9990)}the end`);
    await shown.until('the end');
    shown.press(keys.enter);
    expect((await shown.ended).length).toBe(9997);
  });

  it('reports and drops input that is too long', async () => {
    const shown = openScreen((end) => <TextInput width={50} onSubmit={end} />);
    shown.press('kept');
    await shown.until('kept');
    shown.paste('a'.repeat(10_000));
    await shown.until('too long: at most 10,000 characters');
    shown.press(keys.end);
    await shown.until('kept');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('kept');
  });
});
