import type { BitbucketPages } from '../bitbucket/pages/place.ts';
import { pathOf } from '../pages/links.ts';
import { type DataCenterInstance, keyOf, userNameOf } from './instance.ts';
import { ownText } from './own-text.ts';

/** The pages of a Data Center. */
export function dataCenterPages(instance: DataCenterInstance, baseUrl: string): BitbucketPages {
  const { bitbucket: host, tools, project } = instance;
  return {
    ...{ host, tools, webUrl: baseUrl, product: 'Bitbucket Data Center' },
    repositoryPath: (repository) =>
      pathOf('projects', keyOf(instance, repository), 'repos', repository.slug),
    ownerOf: () => project.name,
    textOf: ({ slug }, raw) => ownText(instance, { baseUrl, slug }, raw),
    findMentioned: (name) =>
      host.people.find((one) => userNameOf(one).toLowerCase() === name.toLowerCase()) ?? null,
  };
}
