import { MigratorError } from '../../kernel/errors.ts';

const seconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
/** Less would only spend the source's requests. */
const shortest = 10_000;

/**
 * `30m` in milliseconds.
 * @throws `usage`
 */
export function parseEvery(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = match?.[2] as keyof typeof seconds | undefined;
  const milliseconds = unit === undefined ? 0 : Number(match?.[1]) * seconds[unit] * 1000;
  if (milliseconds >= shortest) return milliseconds;
  const isBare = /^\d+$/.test(text);
  const message = isBare
    ? `--every ${text} has no unit`
    : `--every takes an interval of at least 10s, not ${text}`;
  throw new MigratorError('usage', message, {
    hint: 'Use s, m, h or d, for example --every 30m.',
  });
}
