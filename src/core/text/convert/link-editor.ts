import type { TextContext } from '../context/text-context.ts';
import { type LinkRewrite, rewriteImage } from '../links/link-rewrite.ts';
import { breakReferences } from '../markdown/break-references.ts';
import type { Edits } from '../markdown/edits.ts';
import type { InlineVisitor, LinkOfText } from '../markdown/inline-text.ts';
import { codeSpan, destination, plainText } from '../markdown/markdown-escape.ts';
import { type MarkdownNode, rangeOf } from '../markdown/markdown-tree.ts';
import { bareAddress, type TextRules } from '../scan/text-rules.ts';

export interface LinkEditing {
  readonly source: string;
  readonly context: TextContext;
  readonly rules: TextRules;
  readonly edits: Edits;
  /** `null`: a second pass, in which images are done. */
  readonly leftImages: string[] | null;
}

/** Changes links, images and code of a line where they stand. */
export function createLinkEditor(options: LinkEditing & { tree: MarkdownNode }): InlineVisitor {
  const definitions = definitionsOf(options.tree);
  return {
    link(node) {
      const target = targetOf(node, definitions);
      return target === null ? { link: null } : rewriteLink(options, node, target);
    },
    image(node, isInLink) {
      const target = targetOf(node, definitions);
      if (target !== null) rewriteImageNode(options, node, { target, isInLink });
    },
    code: (node) => renameCommit(options, node),
  };
}

/** Code that is the hash of a rewritten commit names the new one; other code stays as it is. */
function renameCommit({ source, rules, edits }: LinkEditing, node: MarkdownNode): void {
  const hash = node.value ?? '';
  const renamed = /^[0-9a-f]{7,40}$/i.test(hash) ? rules.renamedCommit(hash) : null;
  const [start, end] = rangeOf(node);
  const at = source.slice(start, end).indexOf(hash);
  if (renamed !== null && at !== -1) edits.replace(start + at, start + at + hash.length, renamed);
}

function rewriteLink(
  editing: LinkEditing,
  node: MarkdownNode,
  target: Target,
): ReturnType<InlineVisitor['link']> {
  const { source, rules } = editing;
  const { url } = target;
  const rewrite = rules.address(url);
  const [start] = rangeOf(node);
  if (source[start] !== '[' || isNamedByItself(node, url)) {
    const shown = bareAddress(url, rewrite);
    if (shown !== null) replaceNode(editing, node, shown);
    else if (source[start] === '[') rewriteLinkEnd(editing, node, { target, rewrite });
    return null;
  }
  rewriteLinkEnd(editing, node, { target, rewrite });
  return rewrite.kind === 'odd' ? { link: null } : { link: linkOf(rewrite) };
}

function rewriteImageNode(
  editing: LinkEditing,
  node: MarkdownNode,
  { target, isInLink }: { target: Target; isInLink: boolean },
): void {
  const { context, leftImages } = editing;
  if (leftImages === null) return;
  const rewrite = rewriteImage(target.url, context);
  const alt = node.alt ?? '';
  if (rewrite.kind === 'left') leftImages.push(target.url);
  const url = rewrite.kind === 'left' && !isInLink ? rewrite.url : null;
  if (rewrite.kind === 'left' || rewrite.kind === 'odd') {
    const isOdd = rewrite.kind === 'odd';
    replaceNode(editing, node, leftImage({ alt, address: target.url, url, isOdd }));
  } else if (rewrite.kind === 'move' || node.type === 'imageReference' || !isInert(alt)) {
    const address = rewrite.kind === 'move' ? rewrite.url : target.url;
    const markdown = `![${plainText(alt)}](${destination(address)}${titled(target.title)})`;
    replaceNode(editing, node, markdown);
  }
}

function replaceNode({ source, edits }: LinkEditing, node: MarkdownNode, markdown: string): void {
  const [start, end] = rangeOf(node);
  const before = /[!\\\]^`]/.test(source[start - 1] ?? '') ? '\u200b' : '';
  edits.replace(start, end, `${before}${markdown}${source[end] === '`' ? '\u200b' : ''}`);
}

/** Rewrites what stands behind the text of a link. */
function rewriteLinkEnd(
  { edits }: LinkEditing,
  node: MarkdownNode,
  { target, rewrite }: { target: Target; rewrite: LinkRewrite },
): void {
  const [start, end] = rangeOf(node);
  const lastChild = node.children?.at(-1);
  const tail = lastChild === undefined ? start + 1 : rangeOf(lastChild)[1];
  if (rewrite.kind === 'keep' && node.type === 'link') return;
  const address =
    rewrite.kind === 'odd' ? null : rewrite.kind === 'keep' ? target.url : rewrite.url;
  if (address === null) {
    edits.replace(start, start + 1, '');
    edits.replace(tail, end, ` (${codeSpan(target.url)})`);
    return;
  }
  edits.replace(tail, end, `](${destination(address)}${titled(target.title)})`);
}

interface Target {
  readonly url: string;
  readonly title: string | null;
}

function definitionsOf(tree: MarkdownNode): ReadonlyMap<string, Target> {
  const definitions = new Map<string, Target>();
  function visit(node: MarkdownNode): void {
    if (
      node.type === 'definition' &&
      node.identifier !== undefined &&
      !definitions.has(node.identifier)
    ) {
      definitions.set(node.identifier, { url: node.url ?? '', title: node.title ?? null });
    }
    for (const child of node.children ?? []) visit(child);
  }
  visit(tree);
  return definitions;
}

function targetOf(node: MarkdownNode, definitions: ReadonlyMap<string, Target>): Target | null {
  if (node.url !== undefined) return { url: node.url, title: node.title ?? null };
  return definitions.get(node.identifier ?? '') ?? null;
}

function linkOf(rewrite: LinkRewrite): LinkOfText {
  return { number: rewrite.kind === 'move' ? rewrite.pullRequest : null };
}

/** `[https://example.com](https://example.com)` */
function isNamedByItself(node: MarkdownNode, url: string): boolean {
  const [only, ...others] = node.children ?? [];
  return only?.value === url && others.length === 0;
}

function titled(title: string | null): string {
  return title === null || title === '' ? '' : ` "${plainText(title).replaceAll('"', '\\"')}"`;
}

/** Tells whether an image's text needs no change. */
function isInert(alt: string): boolean {
  return !/[<>&\n[\]`]/.test(alt) && breakReferences(alt) === alt;
}

function leftImage(image: {
  alt: string;
  address: string;
  url: string | null;
  isOdd: boolean;
}): string {
  const name = image.alt.trim() === '' ? 'Image' : `Image “${plainText(image.alt)}”`;
  const shown = image.isOdd ? name : `${name} (stays on Bitbucket)`;
  return image.url === null
    ? `${shown}: ${codeSpan(image.address)}`
    : `[${shown}](${destination(image.url)})`;
}
