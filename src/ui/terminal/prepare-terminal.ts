/**
 * To be called before ink is loaded: it takes its colours from chalk, which heeds no NO_COLOR and decides when it is loaded.
 */
export function prepareTerminal(options: {
  color: boolean;
  environment: Record<string, string | undefined>;
}): void {
  if (!options.color) options.environment.FORCE_COLOR = '0';
}
