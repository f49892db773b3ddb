import { withConfig } from '../app-settings.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Variables } from '../hosts/environment.ts';
import { isTargetLimited } from '../hosts/target-credentials.ts';

/**
 * Whether the target that the environment and migrator.yaml name limits everybody by itself. A plan asks no host and needs
 * neither: a file that cannot be used is told by the commands that use it.
 */
export async function isNamedTargetLimited(environment: Variables): Promise<boolean> {
  const config = await loadConfig(undefined).catch(() => ({}));
  return isTargetLimited(withConfig(environment, config));
}
