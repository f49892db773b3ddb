import { pathOf } from '../../pages/links.ts';
import type { BitbucketPages } from './place.ts';

/** The pages of Bitbucket Cloud. */
export function cloudPages({
  host,
  tools,
  webUrl,
}: Pick<BitbucketPages, 'host' | 'tools' | 'webUrl'>): BitbucketPages {
  const { workspace } = host;
  return {
    ...{ host, tools, webUrl, product: 'Bitbucket Cloud' },
    repositoryPath: ({ slug }) => pathOf(workspace.slug, slug),
    ownerOf: () => workspace.name,
    textOf: (_, raw) => raw,
    findMentioned: (name) =>
      host.people.find(
        ({ accountId, uuid, username }) =>
          accountId === name || uuid === `{${name}}` || username === name,
      ) ?? null,
  };
}
