import type { BitbucketPerson } from '../bitbucket/accounts/people.ts';
import { type DataCenterInstance, keyOf, userNameOf } from './instance.ts';

/** A picture of one pixel, so that what is carried over can be told from what is not. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * A text as people write it on a Data Center: mentions by user name, addresses of this server, and images as attachments.
 * The sample's texts, and those of tests, are written as Bitbucket Cloud has them.
 */
export function ownText(
  instance: DataCenterInstance,
  place: { readonly baseUrl: string; readonly slug: string },
  raw: string,
): string {
  const { bitbucket } = instance;
  const names = new Map(
    bitbucket.people.map((one) => [one.accountId ?? one.uuid.slice(1, -1), one]),
  );
  return raw
    .replace(/@\{([^{}\s]+)\}/g, (whole, id: string) => {
      const person = names.get(id);
      return person === undefined ? whole : mention(person);
    })
    .replace(/https:\/\/bitbucket\.org\/repo\/\w+\/images\/\d+-([\w.-]+)/g, (_, name: string) =>
      instance.addAttachment(place.slug, {
        name,
        bytes: Buffer.concat([onePixel, Buffer.from(name)]),
      }),
    )
    .replace(
      /https:\/\/bitbucket\.org\/([\w.-]+)\/([\w.-]+)\/(pull-requests|commits|src)\/([^\s)>\]]+)/g,
      (whole, workspace: string, slug: string, kind: string, rest: string) => {
        if (workspace !== bitbucket.workspace.slug) return whole;
        const found = bitbucket.findRepository(slug);
        const key = found === null ? instance.project.key : keyOf(instance, found);
        return `${place.baseUrl}/projects/${key}/repos/${slug}/${page(kind, rest)}`;
      },
    );
}

function mention(person: BitbucketPerson): string {
  const name = userNameOf(person);
  return /^[\w-]+$/.test(name) ? `@${name}` : `@"${name}"`;
}

function page(kind: string, rest: string): string {
  if (kind !== 'src') return `${kind}/${rest}`;
  const [path = '', hash] = rest.split('#lines-');
  const [ref = '', ...file] = path.split('/');
  const lines = hash === undefined ? '' : `#${hash.replace(':', '-')}`;
  return `browse/${file.join('/')}?at=${encodeURIComponent(`refs/heads/${ref}`)}${lines}`;
}
