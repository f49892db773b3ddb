import { describe, expect, it } from 'vitest';
import { statusError } from '../../../../src/core/network/http/response-errors.ts';

const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);

describe('an answer that nobody has foreseen', () => {
  it.each([401, 402, 403, 404, 409, 412, 422, 451, 500, 599])(
    'says what it is about and what to do (%d)',
    (status) => {
      const error = statusError({ status, headers: {}, json: null }, 'api.example', 'GET /2.0/x');
      expect(error.message).toContain('api.example');
      expect(error.message).toContain('GET /2.0/x');
      expect(error.hint).toMatch(/[a-z].*\.$/);
    },
  );

  it('is no reason to try again but where the host itself has failed', () => {
    const again = statuses.filter(
      (status) => statusError({ status, headers: {}, json: null }, 'h', 'w').retry === 'yes',
    );
    expect(again).toEqual([408, ...statuses.filter((status) => status >= 500)]);
  });
});
