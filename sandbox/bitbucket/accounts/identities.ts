import { createHash } from 'node:crypto';

/** A UUID in braces, as Bitbucket writes it; the same text always gives the same one. */
export function stableUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `{${groups.join('-')}}`;
}

/** `2021-03-04T09:10:11.123000+00:00` */
export function bitbucketTime(date: Date): string {
  return date.toISOString().replace(/(\.\d{3})Z$/, '$1000+00:00');
}
