import type { Hosts } from './messages.ts';

/**
 * The program keeps to what both hosts document, unless they say that they grant more, or are an Enterprise Server. A Data Center
 * has no limit.
 */
export function withoutLimits({ source, environment, accessToken }: Hosts): Record<string, string> {
  const { SRC_USERNAME, SRC_API_TOKEN, DST_API_URL, DST_GIT_URL, ...others } = environment;
  return {
    ...others,
    ...(source === 'bitbucket-cloud' && { SRC_ACCESS_TOKEN: accessToken }),
    DST_ENTERPRISE_URL: DST_GIT_URL,
  };
}
