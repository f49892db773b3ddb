/** How an Enterprise Server differs from GitHub.com. */
export interface EnterpriseServer {
  /** As its headers say it. */
  readonly version: string;
  /** It answers 400 to every `X-GitHub-Api-Version`. */
  readonly refusesVersions: boolean;
  /** Features that its version does not have yet, or its administrator has not switched on. */
  readonly lacks: readonly Feature[];
  /** True if repositories say who may create pull requests. */
  readonly hasPullRequestPolicy: boolean;
}

type Feature = keyof typeof routes;

export const enterpriseServer: EnterpriseServer = {
  version: '3.19.1',
  refusesVersions: false,
  lacks: [],
  hasPullRequestPolicy: true,
};

const routes = {
  actions: /^\/(repos\/[^/]+\/[^/]+|orgs\/[^/]+)\/actions(\/|$)/,
  graphql: /^\/graphql$/,
  rulesets: /^\/(repos\/[^/]+\/[^/]+|orgs\/[^/]+)\/rulesets(\/|$)/,
} as const;

/** Routes of what a server does not have are as unknown to it as any other. */
export function lacks(server: EnterpriseServer | null, path: string): boolean {
  return server?.lacks.some((feature) => routes[feature].test(path)) ?? false;
}
