import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';

/** Characters, by RFC 5321. */
const maxLength = 254;

/** Of the part before the sign; without quotes, and with nothing that cannot be seen. */
const local = '(?=.{1,64}@)[^\\s@.<>()[\\],;:"\\\\\\p{C}]+(?:\\.[^\\s@.<>()[\\],;:"\\\\\\p{C}]+)*';
const label = '[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const form = new RegExp(`^${local}@(?:${label}\\.)+${label}$`, 'u');

/** Tells whether mail may be sent there: one address, without a name, and nothing that would end a header. Pure. */
export function isEmail(text: string): boolean {
  return text.length <= maxLength && form.test(text);
}

/** @throws `usage` */
export function requireEmail(text: string): string {
  if (isEmail(text)) return text;
  throw new MigratorError('usage', `"${safe(text.slice(0, 80))}" is not an email address`, {
    hint: 'Use one such as ada@example.com: migrator license register --email <address>',
  });
}
