import type { Edits } from '../markdown/edits.ts';
import type { InlineVisitor, LinkOfText } from '../markdown/inline-text.ts';
import { codeSpan, destination, plainText } from '../markdown/markdown-escape.ts';
import { type MarkdownNode, rangeOf } from '../markdown/markdown-tree.ts';
import { breakReferences } from '../scan/break-references.ts';
import { bareAddress, type TextRules } from '../scan/text-rules.ts';
import type { TextContext } from '../text-context.ts';
import { rewriteImage } from './image-rewrite.ts';
import type { LinkRewrite } from './link-rewrite.ts';

/** Changes links and images where they stand. */
export function createLinkEditor(options: {
  tree: MarkdownNode;
  source: string;
  context: TextContext;
  rules: TextRules;
  edits: Edits;
  leftImages: string[] | null;
}): InlineVisitor {
  const { source, context, rules, edits, leftImages } = options;
  const definitions = definitionsOf(options.tree);
  const isSecondLook = leftImages === null;

  function replace(node: MarkdownNode, markdown: string): void {
    const [start, end] = rangeOf(node);
    const before = /[!\\\]^`]/.test(source[start - 1] ?? '') ? '\u200b' : '';
    edits.replace(start, end, `${before}${markdown}${source[end] === '`' ? '\u200b' : ''}`);
  }

  return {
    link(node) {
      const target = targetOf(node, definitions);
      if (target === null) return { link: null };
      const { url } = target;
      const fate = rules.address(url);
      const [start] = rangeOf(node);
      if (source[start] !== '[' || isNamedByItself(node, url)) {
        const shown = bareAddress(url, fate);
        if (shown !== null) replace(node, shown);
        else if (source[start] === '[') endLink(node, url, fate, target.title);
        return null;
      }
      endLink(node, url, fate, target.title);
      return fate.kind === 'odd' ? { link: null } : { link: linkOf(fate) };
    },
    image(node, isInLink) {
      const target = targetOf(node, definitions);
      if (target === null || isSecondLook) return;
      const fate = rewriteImage(target.url, context);
      const alt = node.alt ?? '';
      if (fate.kind === 'left') leftImages.push(target.url);
      const url = fate.kind === 'left' ? fate.url : null;
      if (fate.kind === 'left' || fate.kind === 'odd') {
        replace(
          node,
          leftImage({
            alt,
            address: target.url,
            url: isInLink ? null : url,
            isOdd: fate.kind === 'odd',
          }),
        );
      } else if (fate.kind === 'move' || node.type === 'imageReference' || !isInert(alt)) {
        const address = fate.kind === 'move' ? fate.url : target.url;
        replace(node, `![${plainText(alt)}](${destination(address)}${titled(target.title)})`);
      }
    },
  };

  /** Writes what stands behind the text of a link anew. */
  function endLink(node: MarkdownNode, url: string, fate: LinkRewrite, title: string | null): void {
    const [start, end] = rangeOf(node);
    const lastChild = node.children?.at(-1);
    const tail = lastChild === undefined ? start + 1 : rangeOf(lastChild)[1];
    if (fate.kind === 'odd') {
      edits.replace(start, start + 1, '');
      edits.replace(tail, end, ` (${codeSpan(url)})`);
      return;
    }
    const address = fate.kind === 'keep' ? url : fate.url;
    if (fate.kind === 'keep' && node.type === 'link') return;
    if (address === null) {
      edits.replace(start, start + 1, '');
      edits.replace(tail, end, ` (${codeSpan(url)})`);
      return;
    }
    edits.replace(tail, end, `](${destination(address)}${titled(title)})`);
  }
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

function linkOf(fate: LinkRewrite): LinkOfText {
  return { number: fate.kind === 'move' ? fate.pullRequest : null };
}

/** `[https://example.com](https://example.com)` */
function isNamedByItself(node: MarkdownNode, url: string): boolean {
  const [only, ...others] = node.children ?? [];
  return only?.value === url && others.length === 0;
}

function titled(title: string | null): string {
  return title === null || title === '' ? '' : ` "${plainText(title).replaceAll('"', '\\"')}"`;
}

/** Whether an image's text needs no change. */
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
  const shown = image.isOdd ? name : `${name} (stays on the source)`;
  return image.url === null
    ? `${shown}: ${codeSpan(image.address)}`
    : `[${shown}](${destination(image.url)})`;
}
