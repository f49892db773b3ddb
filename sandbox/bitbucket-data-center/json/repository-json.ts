import type { BitbucketRepository } from '../../bitbucket/records.ts';
import { type DataCenterInstance, keyOf, repositoryId } from '../instance.ts';

/** Where an answer is made. */
export interface JsonPlace {
  readonly instance: DataCenterInstance;
  /** With the path that the server lies below. */
  readonly baseUrl: string;
}

export function projectJson({ instance, baseUrl }: JsonPlace, key: string): unknown {
  const { bitbucket, project } = instance;
  const isPersonal = key.startsWith('~');
  const owner = bitbucket.user;
  return {
    key,
    id: isPersonal ? 101 : 1,
    name: isPersonal ? owner.displayName : project.name,
    ...(isPersonal ? {} : { description: 'Everything that Acme makes.' }),
    public: false,
    type: isPersonal ? 'PERSONAL' : 'NORMAL',
    links: {
      self: [{ href: `${baseUrl}/${isPersonal ? `users/${key.slice(1)}` : `projects/${key}`}` }],
    },
  };
}

export function repositoryJson(place: JsonPlace, repository: BitbucketRepository): unknown {
  const { instance, baseUrl } = place;
  const { bitbucket, rules } = instance;
  const { slug } = repository;
  const key = keyOf(instance, repository);
  const parent = repository.parent === null ? null : bitbucket.findRepository(repository.parent);
  const page = `${baseUrl}/${key.startsWith('~') ? `users/${key.slice(1)}` : `projects/${key}`}`;
  return {
    slug,
    id: repositoryId(bitbucket, slug),
    name: repository.name,
    ...(repository.description === '' ? {} : { description: repository.description }),
    hierarchyId: repository.uuid.slice(1, 21).replaceAll('-', ''),
    scmId: 'git',
    state: 'AVAILABLE',
    statusMessage: 'Available',
    forkable: repository.forkPolicy !== 'no_forks',
    ...(parent === null ? {} : { origin: repositoryJson(place, parent) }),
    project: projectJson(place, key),
    public: !repository.isPrivate,
    archived: rules.archived.has(slug),
    links: {
      clone: [
        { href: `${baseUrl}/scm/${key.toLowerCase()}/${slug}.git`, name: 'http' },
        { href: `ssh://git@127.0.0.1:7999/${key.toLowerCase()}/${slug}.git`, name: 'ssh' },
      ],
      self: [{ href: `${page}/repos/${slug}/browse` }],
    },
  };
}
