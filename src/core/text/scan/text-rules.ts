import type { TextContext } from '../context/text-context.ts';
import { type LinkRewrite, rewriteLink } from '../links/link-rewrite.ts';
import { isWorkspace, pullRequestName } from '../links/move-address.ts';
import { codeSpan, destination, personLink, plainText } from '../markdown/markdown-escape.ts';

/** The Markdown for mentions, references and addresses; `null` for what is unknown, which is then made harmless. */
export interface TextRules {
  /** @param name the text after the `@`, with braces and without quotation marks */
  person(name: string): { readonly linked: string; readonly inLink: string } | null;
  pullRequest(repository: RepositoryName | null, number: number): string | null;
  commit(repository: RepositoryName | null, hash: string): string | null;
  /** The new hash, as long as the old one, of a commit of this repository that was rewritten. */
  renamedCommit(hash: string): string | null;
  address(url: string): LinkRewrite;
  /** True if mentions in the text of a link are changed, though GitHub reads none there. */
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
      const plain = plainText(person.displayName) || 'someone without a name';
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
    renamedCommit(hash) {
      const old = hash.toLowerCase();
      const moved = context.commitHash(context.source.slug.toLowerCase(), old);
      return moved === null || moved.startsWith(old) ? null : moved.slice(0, hash.length);
    },
    address: (url) => rewriteLink(url, context),
    changesLinks: true,
  };
}

/** An address that stood in the text by itself. */
export function bareAddress(url: string, rewrite: LinkRewrite): string | null {
  if (rewrite.kind === 'keep') return null;
  if (rewrite.kind === 'odd') return codeSpan(url);
  if (rewrite.kind === 'move') {
    if (rewrite.pullRequest === null) return `<${destination(rewrite.url)}>`;
    return `[${plainName(rewrite.pullRequest.name)}](${destination(rewrite.url)})`;
  }
  const shown = codeSpan(url.replaceAll('|', '%7C'));
  return rewrite.url === null ? shown : `[${shown}](${destination(rewrite.url)})`;
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

/** Rules that know nobody and nothing, for a second pass over the result of the first. */
export function createStrictRules(context: TextContext): TextRules {
  return {
    changesLinks: false,
    person: () => null,
    pullRequest: () => null,
    commit: () => null,
    renamedCommit: () => null,
    address(url) {
      const rewrite = rewriteLink(url, context);
      // Several that stood side by side may have become one.
      if (rewrite.kind === 'odd') return rewrite;
      return rewrite.kind === 'thread' && !isMoved(url, context) ? rewrite : { kind: 'keep' };
    },
  };
}

/** Links that the first pass wrote to what was moved; the author's own are gone by then. */
function isMoved(url: string, context: TextContext): boolean {
  return [...context.repositories.values()].some(({ webUrl }) => url.startsWith(`${webUrl}/`));
}
