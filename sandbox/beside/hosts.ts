import type { BitbucketHost } from '../bitbucket/host.ts';
import { cloudPages } from '../bitbucket/pages/cloud-pages.ts';
import type { BitbucketPages } from '../bitbucket/pages/place.ts';
import { dataCenterPages } from '../bitbucket-data-center/data-center-pages.ts';
import type { DataCenterInstance } from '../bitbucket-data-center/instance.ts';
import type { GitTools } from '../git/git-tools.ts';
import type { GithubHost } from '../github/host.ts';

/** Both hosts, with the addresses of their pages. */
export interface BothHosts {
  readonly bitbucket: BitbucketHost;
  readonly dataCenter: DataCenterInstance | null;
  readonly github: GithubHost;
  readonly tools: GitTools;
  readonly bitbucketUrl: string;
  readonly githubUrl: string;
}

/** The pages of the source, whichever product it is. */
export function sourcePages({
  bitbucket,
  dataCenter,
  tools,
  bitbucketUrl,
}: BothHosts): BitbucketPages {
  if (dataCenter !== null) return dataCenterPages(dataCenter, bitbucketUrl);
  return cloudPages({ host: bitbucket, tools, webUrl: bitbucketUrl });
}
