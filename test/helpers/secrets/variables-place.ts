import { openWorkplace, type Workplace } from '../program/workplace.ts';

/** Prefix of the values of the source. */
export const planted = 'planted-value-';
export const toVault = [
  ...['secrets', 'sync-to-vault', '--workspace', 'acme-workspace'],
  ...['--vault-project', 'p'],
];
export const fromVault = [
  ...['secrets', 'sync-from-vault', '--vault-project', 'p', '--target-org', 'acme'],
];

/** A repository `web` with variables on each level, whose names and values are for the vault. */
export async function openVariables(): Promise<Workplace> {
  const place = await openWorkplace();
  const { bitbucket } = place.sandbox;
  await bitbucket.addRepository({ slug: 'web' });
  bitbucket.addVariable({}, { key: 'NPM_TOKEN', value: `${planted}1` });
  bitbucket.addVariable({}, { key: 'HOST', value: `${planted}2`, secured: false });
  bitbucket.addVariable({ repository: 'web' }, { key: '2FA', value: `${planted}3` });
  const environment = { repository: 'web', environment: 'EU/West' };
  bitbucket.addVariable(environment, { key: 'DATABASE', value: `${planted}4` });
  return place;
}

/** Gives every entry of the vault a value. */
export function fillAll({ sandbox: { vault } }: Workplace): void {
  const entries = vault.namespaces.get('')?.mounts.get('secret')?.entries ?? new Map();
  for (const path of [...entries.keys()]) vault.fill(path, `filled ${path}`);
}
