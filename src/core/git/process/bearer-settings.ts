/** The names that bearerSettings() uses. */
export const bearerVariables = [
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_KEY_0',
  'GIT_CONFIG_VALUE_0',
] as const;

/**
 * Variables by which git, and git-lfs by way of it, send a token as a bearer to what lies below an address, and to nothing
 * else. Before version 2.46 a credential helper can give no bearer. Arguments can be read by everybody on this machine,
 * and a file would outlive a kill: variables do neither, and git shows this one in no trace.
 */
export function bearerSettings(url: string, token: string | undefined): Record<string, string> {
  if (token === undefined || /[\p{Cc}\s]/u.test(token)) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Bearer ${token}`,
  };
}
