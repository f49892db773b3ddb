import type { TextContext } from '../context/text-context.ts';
import { createReferenceDecoder, UnalignedText } from '../markdown/align-text.ts';
import { editCode, openFenceOf } from '../markdown/code-language.ts';
import { createEdits } from '../markdown/edits.ts';
import { createInlineEdits } from '../markdown/inline-edits.ts';
import { readInlineText } from '../markdown/inline-text.ts';
import { isTooIntricate } from '../markdown/is-too-intricate.ts';
import { codeBlock } from '../markdown/markdown-escape.ts';
import { type MarkdownNode, parseMarkdown, rangeOf } from '../markdown/markdown-tree.ts';
import { stripEditorAttributes } from '../markdown/strip-editor-attributes.ts';
import { scanText } from '../scan/scan-text.ts';
import { createStrictRules, createTextRules } from '../scan/text-rules.ts';
import type { LinkEditing } from './link-editor.ts';
import { createLinkEditor } from './link-editor.ts';

export interface ConvertedText {
  readonly markdown: string;
  /** Addresses of images and attachments that stay on the source. */
  readonly leftImages: readonly string[];
}

/** Further passes before the text is shown as code. */
const maxPasses = 4;

/**
 * Bitbucket's Markdown, cleaned, as GitHub's. The result is parsed again as GitHub parses it, until nothing in it mentions,
 * refers or is HTML; a text that does not get there is shown as a block of code.
 */
export function convertMarkdown(source: string, context: TextContext): ConvertedText {
  if (isTooIntricate(source)) return { markdown: codeBlock(source), leftImages: [] };
  const text = stripEditorAttributes(source);
  if (hasNothingToChange(text)) return { markdown: text, leftImages: [] };
  return convertTree(text, context);
}

/** The same without the shortcuts for texts that need no change or are too intricate. */
export function convertTree(text: string, context: TextContext): ConvertedText {
  const leftImages: string[] = [];
  try {
    let markdown = rewrite({ source: text, context, rules: createTextRules(context), leftImages });
    // What is code to Bitbucket may begin HTML to GitHub, though nothing in the text was changed.
    let before = text.includes('<') ? null : text;
    for (let pass = 0; pass < maxPasses && markdown !== before; pass += 1) {
      if (isTooIntricate(markdown)) break;
      before = markdown;
      const rules = createStrictRules(context);
      markdown = rewrite({ source: before, context, rules, leftImages: null });
    }
    if (markdown === before) return { markdown, leftImages: [...new Set(leftImages)] };
  } catch (error) {
    if (!(error instanceof UnalignedText)) throw error;
  }
  return { markdown: codeBlock(text), leftImages: [...new Set(leftImages)] };
}

function rewrite({ source, context, rules, leftImages }: Omit<LinkEditing, 'edits'>): string {
  const isSecondPass = leftImages === null;
  const tree = parseMarkdown(source, { html: isSecondPass });
  const edits = createEdits();
  const decode = createReferenceDecoder();
  const visitor = createLinkEditor({ tree, source, context, rules, edits, leftImages });

  function visit(node: MarkdownNode): void {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      if (isSecondPass) refuseHtml(node);
      const inline = readInlineText({ node, source, visitor, decode });
      scanText(createInlineEdits(inline, source, edits), rules);
      return;
    }
    if (node.type === 'html') throw new UnalignedText('HTML is left');
    // Links name their addresses themselves: labels of several texts in one body would mean each other's.
    if (node.type === 'definition') edits.replace(...rangeOf(node), '');
    // Footnotes of several texts in one body would be each other's, and one whose mark is in another part of a body, or
    // nowhere, would not be shown at all. Without definitions the marks are text too.
    if (node.type === 'footnoteDefinition') edits.insert(rangeOf(node)[0], '\\');
    if (node.type === 'code' && !isSecondPass) editCode(node, source, edits);
    for (const child of node.children ?? []) visit(child);
  }
  for (const node of tree.children ?? []) visit(node);
  const fence = openFenceOf(tree, source);
  if (fence !== null) edits.insert(source.length, `${source.endsWith('\n') ? '' : '\n'}${fence}`);
  return edits.apply(source);
}

function refuseHtml(node: MarkdownNode): void {
  for (const child of node.children ?? []) {
    if (child.type === 'html') throw new UnalignedText('HTML is left');
    refuseHtml(child);
  }
}

/**
 * Characters that any change may start with: code and fences, emphasis (which hides its own content from other
 * readings), escapes and entities, links, images and HTML, mentions, references, hashes and addresses, code by its
 * indent, and the two characters that are placeholders where a tree is read.
 */
const mayChange =
  /[`~*_\\[<&@＠﹫#\t\u2028\u2029\ue000\ufffc]| {4}|:\/\/|https?:|www|gh-|[0-9a-f]{7}/i;

/**
 * Tells whether a text stays as it is, whichever way its Markdown is read: nothing in it can be a mention, a reference,
 * an address, code or HTML. Half of all comments are such, and reading a tree takes most of the time that a comment
 * costs.
 */
export function hasNothingToChange(text: string): boolean {
  return !mayChange.test(text);
}
