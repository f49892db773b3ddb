import { describe, expect, it } from 'vitest';
import { isSourceNote, sourceNote } from '../../../src/core/text/context/source-note.ts';

const note = sourceNote('https://github.com/acme/web/pull/12');

describe('isSourceNote', () => {
  it('knows our notes, whatever a host makes of their line breaks', () => {
    expect(isSourceNote(note)).toBe(true);
    expect(isSourceNote(`${note.replaceAll('\n', '\r\n')}\r\n`)).toBe(true);
  });

  it.each([
    'Looks good',
    '',
    `> ${note}`,
    `${note}\n\nAnd I agree.`,
    note.replace(/https\S+/, 'a place that is no address'),
  ])('takes %j for what people write', (text) => {
    expect(isSourceNote(text)).toBe(false);
  });
});
