import { loadConfig } from '../../config/load-config.ts';
import { withConfig } from '../../config/with-config.ts';
import type { Variables } from '../../kernel/environment.ts';
import { isTargetLimited } from '../../ports/credentials/target-credentials.ts';

/**
 * Whether the target that the environment and migrator.yaml name limits everybody by itself. A plan asks no host and needs
 * neither: a file that nobody named and that cannot be used is told by the commands that use it.
 * @throws `configuration` if the file that was named cannot be used
 */
export async function isNamedTargetLimited(
  environment: Variables,
  file: string | undefined,
): Promise<boolean> {
  const config = await (file === undefined ? loadConfig(file).catch(() => ({})) : loadConfig(file));
  return isTargetLimited(withConfig(environment, config));
}
