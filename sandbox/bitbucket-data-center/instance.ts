import { createHash, randomBytes } from 'node:crypto';
import type { BitbucketPerson } from '../bitbucket/accounts/people.ts';
import type { BitbucketHost } from '../bitbucket/host.ts';
import type { BitbucketRepository } from '../bitbucket/records.ts';
import type { GitTools } from '../git/git-tools.ts';
import type { DataCenterBehavior } from './other-behaviors.ts';
import { createSettings, type DataCenterSettings } from './settings/book.ts';

/**
 * Describes what a Data Center's administrator has set, and what there is besides the repositories. May be changed at
 * any time.
 */
interface DataCenterRules {
  version: string;
  /** The most rows that a page has, whatever is asked for; the product's own figures if `null`. */
  mostRows: number | null;
  /** A bucket for each user; off, as the product comes. */
  rateLimit: { readonly capacity: number; readonly fillPerSecond: number } | null;
  /** Dates as text, as some gateways write them. */
  hasIsoDates: boolean;
  /** Slugs of repositories whose LFS is switched off. */
  readonly withoutLfs: Set<string>;
  /** Slugs of archived repositories. */
  readonly archived: Set<string>;
  /** Projects that are there and may not be seen. */
  readonly closedProjects: Set<string>;
  /**
   * Who has the tokens administers everything, but for what is named here: repositories by slug, projects by key in
   * capitals; an empty text means the instance.
   */
  readonly notAdministered: Set<string>;
  /** By slug, in place of the branch that the repository has. */
  readonly defaultBranches: Map<string, string>;
  /** Behaviors of the server. */
  readonly otherwise: Set<DataCenterBehavior>;
}

export interface DataCenterToken {
  readonly token: string;
  /** Tokens of a project or a repository work as bearers alone. */
  readonly kind: 'user' | 'project';
  readonly isLicensed: boolean;
  /** Right that it was given, at most the one of its person. */
  readonly right: 'read' | 'write' | 'admin';
  /** Its owner; the host's user if left out. */
  readonly person?: BitbucketPerson;
}

interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One Data Center, which shows the repositories of a workspace as a project, and those of a person as theirs. */
export interface DataCenterInstance {
  readonly bitbucket: BitbucketHost;
  readonly tools: GitTools;
  readonly rules: DataCenterRules;
  readonly project: { readonly key: string; readonly name: string };
  readonly tokens: readonly DataCenterToken[];
  readonly settings: DataCenterSettings;
  addToken(options?: Partial<Omit<DataCenterToken, 'token'>>): string;
  removeToken(token: string): void;
  /** @returns the address that a text has for it */
  addAttachment(slug: string, attachment: Attachment): string;
  findAttachment(slug: string, hash: string, name: string): Attachment | null;
}

export function createDataCenter(options: {
  bitbucket: BitbucketHost;
  tools: GitTools;
}): DataCenterInstance {
  const tokens: DataCenterToken[] = [];
  const attachments = new Map<string, Attachment>();
  return {
    bitbucket: options.bitbucket,
    tools: options.tools,
    rules: {
      version: '9.4.2',
      mostRows: null,
      rateLimit: null,
      otherwise: new Set(),
      hasIsoDates: false,
      withoutLfs: new Set(),
      archived: new Set(),
      closedProjects: new Set(['BOARD']),
      notAdministered: new Set(),
      defaultBranches: new Map(),
    },
    settings: createSettings(),
    project: { key: 'ACME', name: 'Acme Industries' },
    tokens,
    addToken({ kind = 'user', isLicensed = true, right = 'admin', person } = {}) {
      const token = `BBDC-${randomBytes(24).toString('base64url')}`;
      const owner = person === undefined ? {} : { person };
      tokens.push({ token, kind, isLicensed, right, ...owner });
      return token;
    },
    removeToken(token) {
      const index = tokens.findIndex((one) => one.token === token);
      if (index < 0) throw new Error('No such token of the Data Center');
      tokens.splice(index, 1);
    },
    addAttachment(slug, attachment) {
      const hash = createHash('sha1').update(slug).update(attachment.bytes).digest('hex');
      attachments.set(`${slug} ${hash} ${attachment.name}`, attachment);
      const id = repositoryId(options.bitbucket, slug);
      return `attachment:${id}/${hash}%2F${encodeURIComponent(attachment.name)}`;
    },
    findAttachment: (slug, hash, name) => attachments.get(`${slug} ${hash} ${name}`) ?? null,
  };
}

/** Projects of people are there with their repositories. */
export function hasProject(instance: DataCenterInstance, key: string): boolean {
  const wanted = key.toLowerCase();
  if (wanted === instance.project.key.toLowerCase()) return true;
  return instance.bitbucket.repositories.some(
    (one) => keyOf(instance, one).toLowerCase() === wanted,
  );
}

/** The key of the project that it belongs to. */
export function keyOf({ project }: DataCenterInstance, repository: BitbucketRepository): string {
  return repository.project.key.startsWith('~') ? repository.project.key : project.key;
}

export function repositoryId(bitbucket: BitbucketHost, slug: string): number {
  return bitbucket.repositories.findIndex((one) => one.slug === slug) + 1;
}

/** Keys are the same in capitals and small letters. */
export function findRepository(
  instance: DataCenterInstance,
  key: string,
  slug: string,
): BitbucketRepository | null {
  const found = instance.bitbucket.findRepository(slug.toLowerCase());
  if (found === null) return null;
  return keyOf(instance, found).toLowerCase() === key.toLowerCase() ? found : null;
}

/** The name that people sign in with, and are mentioned by. */
export function userNameOf(person: BitbucketPerson): string {
  return person.nickname ?? person.displayName.toLowerCase().replace(/\s+/g, '-');
}
