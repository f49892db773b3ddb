import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { issueLicense, licenseId } from '../../src/core/license/issue/issue-license.ts';
import { requireEmail } from '../../src/core/license/key/email.ts';
import { isTier, tiers } from '../../src/core/license/key/plans.ts';
import { readPrivateKey } from './private-key.ts';
import { fail, required, wholeNumber } from './usage.ts';

const day = 24 * 60 * 60 * 1000;

/** Prints a license key. */
export function issue(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      private: { type: 'string' },
      email: { type: 'string' },
      tier: { type: 'string', default: 'free' },
      days: { type: 'string' },
      expires: { type: 'string' },
    },
  });
  const { tier, days, expires } = values;
  if (!isTier(tier)) throw fail(`--tier takes ${tiers.join(', ')}, not "${tier}"`);
  if (days !== undefined && expires !== undefined) throw fail('Give --days or --expires, not both');
  const issuedAt = Date.now();
  const expiresAt =
    expires === undefined
      ? issuedAt + day * wholeNumber(days ?? '365', '--days', 1, 36_500)
      : dateOf(expires);
  const key = issueLicense(readPrivateKey(values.private), {
    id: licenseId(randomBytes(8)),
    email: requireEmail(required(values.email, '--email')),
    tier,
    issuedAt,
    expiresAt,
  });
  console.log(key);
}

/** The end of that day, by UTC. It may be over, to try how the program takes it. */
function dateOf(text: string): number {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse() takes February 30 for March 2.
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
  if (!isDay) throw fail(`--expires takes a date such as 2027-12-31, not "${text}"`);
  return start + day - 1000;
}
