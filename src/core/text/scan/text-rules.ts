import { type LinkRewrite, rewriteLink } from '../links/link-rewrite.ts';
import { isWorkspace, pullRequestName } from '../links/move-address.ts';
import { codeSpan, destination, personLink, plainText } from '../markdown/markdown-escape.ts';
import type { TextContext } from '../text-context.ts';

/** What the words of a text become. `null`: nothing is known of it, and it is made harmless. */
export interface TextRules {
  /** @param name as it stands after the `@`: braces are part of it, quotation marks are not */
  person(name: string): { readonly linked: string; readonly inLink: string } | null;
  pullRequest(repository: RepositoryName | null, number: number): string | null;
  commit(repository: RepositoryName | null, hash: string): string | null;
  address(url: string): LinkRewrite;
  /** Whether mentions in the text of a link are changed, though GitHub reads none there. */
  readonly changesLinks: boolean;
}

export interface RepositoryName {
  readonly workspace: string;
  readonly slug: string;
}

export function createTextRules(context: TextContext): TextRules {
  function slugOf(name: RepositoryName | null): string | null {
    if (name === null) return context.source.slug.toLowerCase();
    const slug = name.slug.toLowerCase();
    return isWorkspace(name.workspace, context) && context.repositories.has(slug) ? slug : null;
  }
  function webUrlOf(slug: string): string | undefined {
    return context.repositories.get(slug)?.webUrl;
  }
  return {
    person(name) {
      const person = findPerson(name, context);
      if (person === null) return null;
      const plain = plainText(person.displayName) || 'somebody without a name';
      if (person.login === null) return { linked: plain, inLink: plain };
      return {
        linked: personLink(person.login, context.targetWebUrl),
        inLink: plainText(`@${person.login}`),
      };
    },
    pullRequest(repository, from) {
      const slug = slugOf(repository);
      const webUrl = slug === null ? undefined : webUrlOf(slug);
      if (slug === null || webUrl === undefined) return null;
      const to = context.pullRequestNumber(slug, from);
      if (to === null) return null;
      return `[${plainName(pullRequestName(slug, to, context))}](${webUrl}/pull/${to})`;
    },
    commit(repository, hash) {
      const slug = slugOf(repository);
      const webUrl = slug === null ? undefined : webUrlOf(slug);
      if (slug === null || webUrl === undefined) return null;
      const moved = context.commitHash(slug, hash.toLowerCase());
      if (moved === null) return null;
      const short = moved.slice(0, Math.min(12, Math.max(7, hash.length)));
      return `[${codeSpan(short)}](${webUrl}/commit/${moved})`;
    },
    address: (url) => rewriteLink(url, context),
    changesLinks: true,
  };
}

/** An address that stood in the text by itself. */
export function bareAddress(url: string, fate: LinkRewrite): string | null {
  if (fate.kind === 'keep') return null;
  if (fate.kind === 'odd') return codeSpan(url);
  if (fate.kind === 'move') {
    if (fate.pullRequest === null) return `<${destination(fate.url)}>`;
    return `[${plainName(fate.pullRequest.name)}](${destination(fate.url)})`;
  }
  const shown = codeSpan(url.replaceAll('|', '%7C'));
  return fate.url === null ? shown : `[${shown}](${destination(fate.url)})`;
}

/** The name of a pull request, which stands in a link and may look like a reference. */
function plainName(name: string): string {
  return name.replace(/[\\`*_[\]~|<]/g, '\\$&');
}

function findPerson(name: string, context: TextContext): ReturnType<TextContext['findPerson']> {
  const inner = /^\{(.*)\}$/.exec(name)?.[1];
  if (inner === undefined) return context.findPerson(name);
  return context.findPerson(`{${inner.toLowerCase()}}`) ?? context.findPerson(inner);
}

/** Rules that know nobody and nothing, for a second look at what the first has made. */
export function createStrictRules(context: TextContext): TextRules {
  return {
    changesLinks: false,
    person: () => null,
    pullRequest: () => null,
    commit: () => null,
    address(url) {
      const fate = rewriteLink(url, context);
      // Several that stood side by side may have become one.
      if (fate.kind === 'odd') return fate;
      return fate.kind === 'thread' && !isMoved(url, context) ? fate : { kind: 'keep' };
    },
  };
}

/** What the first look has made of links to what was moved; those that the author wrote are gone by then. */
function isMoved(url: string, context: TextContext): boolean {
  return [...context.repositories.values()].some(({ webUrl }) => url.startsWith(`${webUrl}/`));
}
