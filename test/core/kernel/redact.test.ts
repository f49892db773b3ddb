import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/core/kernel/redact.ts';

describe('Redactor', () => {
  it('keeps nothing of what has passed, unless it was added elsewhere as well', () => {
    const redactor = new Redactor();
    redactor.add('a value that passes');
    redactor.add('told twice');
    redactor.add('told twice');
    redactor.forget('a value that passes');
    redactor.forget('told twice');
    expect(redactor.text('a value that passes, told twice')).toBe(
      'a value that passes, [redacted]',
    );
  });

  it('takes a secret out as it is, URL-encoded, in base64 and inside JSON', () => {
    const redactor = new Redactor();
    const secret = 'p@ss"word/with+signs';
    redactor.add(secret);
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      JSON.stringify({ token: secret }),
    ];
    for (const form of forms) {
      expect(redactor.text(`before ${form} after`)).not.toContain(secret);
      expect(redactor.text(`before ${form} after`)).toContain('[redacted]');
    }
  });

  it('takes a basic credential out of an Authorization header', () => {
    const redactor = new Redactor();
    redactor.addBasic('jane', 'hunter2-hunter2');
    const header = `Basic ${Buffer.from('jane:hunter2-hunter2').toString('base64')}`;
    expect(redactor.text(header)).toBe('Basic [redacted]');
  });

  it('leaves no trace of any secret in any nested data', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.jsonValue(), (secret, value) => {
        const redactor = new Redactor();
        redactor.add(secret);
        const cleaned = redactor.data({ value, deep: [{ text: `x${secret}y` }] });
        expect(JSON.stringify((cleaned as { deep: unknown }).deep)).not.toContain(
          JSON.stringify(secret).slice(1, -1),
        );
      }),
    );
  });

  it('does not redact what is too short to be a secret', () => {
    const redactor = new Redactor();
    redactor.add('a');
    expect(redactor.text('banana')).toBe('banana');
  });
});
