import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { addRepositories } from '../../../helpers/repositories/migration-fixture.ts';
import { testIssuer } from '../../../helpers/secrets/licenses.ts';

/** Whom the places of these tests know as the issuer of licenses. */
export const issuer = testIssuer();
export const migrate = ['migrate', '--plan', 'plan.json'];
export const none = { MIGRATOR_LICENSE: undefined };

export const messages = {
  none: 'No license found. Register for a free license: migrator license register',
  signature: 'License signature is invalid. Your license may be corrupted or tampered with.',
  format: 'License format is invalid. Check that you copied the full license key.',
  expired: 'License has expired.',
  workers: "Feature 'parallel-workers' requires Pro or Ultimate tier.",
};

/** Hosts with two repositories, and a plan of them; the issuer of these tests is known. */
export async function open(): Promise<Workplace> {
  const place = await openWorkplace();
  await addRepositories(place, 'web', 'api');
  place.write('issuer.json', issuer.publicKeyText);
  return place;
}

/** An environment with this license, and the issuer of these tests. */
export function withKey(key: string | undefined) {
  return { MIGRATOR_LICENSE: key, MIGRATOR_LICENSE_PUBLIC_KEY: 'issuer.json' };
}
