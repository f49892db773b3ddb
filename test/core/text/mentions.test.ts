import { describe, expect, it } from 'vitest';
import { shown, uuid } from './sample-context.ts';

const carol = '[@carol-gh](https://github.com/carol-gh)';

describe('mentions', () => {
  it('links who is mapped to the target, which notifies nobody', () => {
    expect(shown(`hi @${uuid} and @carol.`)).toBe(
      `hi [@ada](https://github.com/ada) and ${carol}.`,
    );
  });
  it('finds a uuid whatever its letter case', () => {
    expect(shown('@{11111111-2222-3333-4444-555555555555}'.toUpperCase())).toContain('[@ada]');
  });
  it('names who is not mapped, as plain text', () => {
    expect(shown('by @{557058:aa}')).toBe('by Bob &lt;b>');
    expect(shown('by @"first last"')).toBe('by First @·Last #·3');
  });
  it('shows the id of somebody unknown as code', () => {
    expect(shown('by @{5d5355e8c6b9320d9ea5b28d}')).toBe('by `@{5d5355e8c6b9320d9ea5b28d}`');
  });
  it.each([
    ['@dave', '@·dave'],
    ['@angular/core', '@·angular/core'],
    ['@acme/team', '@·acme/team'],
    ['foo@bar', 'foo@·bar'],
    ['é@name', 'é@·name'],
    ['.@name', '.@·name'],
    ['_@name_', '_@·name_'],
    ['@*name*', '@·*name*'],
    ['&#64;name', '&#64;·name'],
    ['&commat;name', '&commat;·name'],
    ['\\@name', '\\@·name'],
    ['\u200b@name', '·@·name'],
    ['＠name', '＠·name'],
    ['[@dave](https://x.example)', '[@·dave](https://x.example)'],
    ['[@carol](https://x.example)', '[@·carol-gh](https://x.example)'],
    ['# Of @dave', '# Of @·dave'],
    ['![of @dave](https://x.example/a.png)', '![of @·dave](https://x.example/a.png)'],
  ])('breaks %s', (raw, expected) => {
    expect(shown(raw)).toBe(expected);
  });
  it('links in tables and quotations too', () => {
    expect(shown('| a |\n|---|\n| @carol |')).toBe(`| a |\n|---|\n| ${carol} |`);
    expect(shown('> one @carol\n> two @carol')).toBe(`> one ${carol}\n> two ${carol}`);
  });
  it.each(['a.b@example.com', '`@dave`', '```\n@dave\n```', '    @dave', 'at @ noon'])(
    'leaves %j alone',
    (raw) => {
      expect(shown(raw)).toBe(raw);
    },
  );
});
