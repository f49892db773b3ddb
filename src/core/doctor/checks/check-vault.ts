import { readVariable } from '../../kernel/environment.ts';
import type { DoctorTools } from '../findings/doctor-tools.ts';
import { type Finding, failed, pass, warn } from '../findings/finding.ts';

/**
 * Tells whether the vault that the environment names serves, takes our token and has the mount, as the commands that
 * use it would find; nothing where none is named.
 */
export async function checkVault(options: {
  app: Pick<DoctorTools, 'variables' | 'vault'>;
  signal: AbortSignal;
}): Promise<readonly Finding[]> {
  const { app, signal } = options;
  if (readVariable(app.variables, 'VAULT_ADDR') === null) return [];
  try {
    const vault = await app.vault();
    const { isTokenKnown } = await vault.verify({ signal });
    const { host } = vault.client;
    if (isTokenKnown) return [pass('vault', `The vault ${host} accepts VAULT_TOKEN`)];
    return [
      warn(
        'vault',
        `The vault ${host} is up, but does not report whether VAULT_TOKEN is valid`,
        'Check it with `vault token lookup`, or give it this policy: path "auth/token/lookup-self" { capabilities = ["read"] }.',
      ),
    ];
  } catch (error) {
    return [failed('vault', error)];
  }
}
