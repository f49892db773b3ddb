import type { Workplace } from '../program/workplace.ts';
import { day, testIssuer } from '../secrets/licenses.ts';
import { bring, migrate, ownState, type Row } from './row.ts';

const issuer = testIssuer();
const free = issuer.issue({ tier: 'free' });

/** A run under this key; the issuer of these rows is known. */
function bringWith(place: Workplace, key: string | undefined, more: readonly string[] = []) {
  return bring(place, 'licensed')(environmentOf(place, key), more);
}

function environmentOf(place: Workplace, key: string | undefined) {
  place.write('issuer.json', issuer.publicKeyText);
  return { MIGRATOR_LICENSE: key, MIGRATOR_LICENSE_PUBLIC_KEY: 'issuer.json' };
}

/** Rows for limits of a license. */
export const licenseRows: readonly Row[] = [
  {
    condition: 'No license',
    produce: (place) => bringWith(place, undefined),
    code: 5,
    says: [
      'error  No license found. Register for a free license: migrator license register\n',
      'MIGRATOR_LICENSE',
    ],
  },
  {
    condition: 'License signature invalid',
    produce(place) {
      const altered = free.replace(/.(?=.{100}$)/, (one) => (one === 'A' ? 'B' : 'A'));
      return bringWith(place, altered);
    },
    code: 5,
    says: [
      'error  License signature is invalid. Your license may be corrupted or tampered with.\n',
    ],
  },
  {
    condition: 'License format invalid',
    produce: (place) => bringWith(place, free.slice(0, -7)),
    code: 5,
    says: ['error  License format is invalid. Check that you copied the full license key.\n'],
  },
  {
    condition: 'License format invalid',
    produce(place) {
      place.write('chatty.key', `# my key\n${free}\n`);
      const given = environmentOf(place, undefined);
      return place.run(['license', 'activate', 'chatty.key'], given);
    },
    code: 5,
    says: ['error  License format is invalid. Check that you copied the full license key.\n'],
  },
  {
    condition: 'License expired',
    produce(place) {
      const expired = issuer.issue({ tier: 'pro', expiresAt: Date.now() - day });
      return place.run(['license', 'activate', expired], environmentOf(place, undefined));
    },
    code: 5,
    says: ['error  License has expired.\n'],
  },
  {
    condition: 'License expired',
    produce(place) {
      const expired = issuer.issue({ tier: 'pro', expiresAt: Date.now() - day });
      return bring(place, 'expired')(environmentOf(place, expired));
    },
    code: 0,
    says: ['License has expired.', 'Free tier limits (', 'are not affected'],
  },
  {
    condition: 'Feature above plan',
    produce: (place) => bringWith(place, free, ['--workers', '2']),
    code: 5,
    says: [
      "error  Feature 'parallel-workers' requires Pro or Ultimate tier.\n",
      'Upgrade your tier',
    ],
  },
  {
    condition: 'Feature above plan',
    produce: (place) =>
      place.run(
        ['secrets', 'sync-from-vault', '--vault-project', 'p', '--target-org', 'acme'],
        environmentOf(place, free),
      ),
    code: 5,
    says: ["error  Feature 'vault-sync' requires Pro or Ultimate tier.\n", 'Upgrade your tier'],
  },
  {
    condition: 'Too many repositories',
    produce(place) {
      const many = Array.from({ length: 51 }, (_, at) => (at === 0 ? 'small' : `more-${at}`));
      place.write('plan.json', place.plan(...many));
      return place.run(migrate, { ...ownState(place, 'many'), ...environmentOf(place, free) });
    },
    code: 5,
    says: [
      'error  Repository limit exceeded: 51 repositories requested but your plan allows 50.\n',
      '--split 50 --output plan.json',
      'upgrade your tier',
    ],
  },
];
