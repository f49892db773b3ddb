import { createLinkEditor } from '../links/link-editor.ts';
import { scanText } from '../scan/scan-text.ts';
import { createStrictRules, createTextRules, type TextRules } from '../scan/text-rules.ts';
import type { TextContext } from '../text-context.ts';
import { createReferenceDecoder, UnalignedText } from './align-text.ts';
import { editCode, openFenceOf } from './code-language.ts';
import { createEdits, type Edits } from './edits.ts';
import { createInlineEdits } from './inline-edits.ts';
import { readInlineText } from './inline-text.ts';
import { isTooIntricate } from './is-too-intricate.ts';
import { codeBlock } from './markdown-escape.ts';
import { type MarkdownNode, parseMarkdown, rangeOf } from './markdown-tree.ts';
import { stripEditorAttributes } from './strip-editor-attributes.ts';

export interface ConvertedText {
  readonly markdown: string;
  /** Addresses of images and attachments that stay on the source. */
  readonly leftImages: readonly string[];
}

/** How often what was made is looked at again, before the text is shown as it is. */
const looks = 4;

/**
 * Bitbucket's Markdown, cleaned, as GitHub's. What was made is read again the way GitHub reads it, until nothing in it
 * mentions, refers or is HTML; a text that does not come to that is shown as a block of code.
 */
export function convertMarkdown(source: string, context: TextContext): ConvertedText {
  if (isTooIntricate(source)) return { markdown: codeBlock(source), leftImages: [] };
  const text = stripEditorAttributes(source);
  if (hasNothingToChange(text)) return { markdown: text, leftImages: [] };
  return convertTree(text, context);
}

/** By what its tree says: what convertMarkdown() does with a text that may have to be changed. */
export function convertTree(text: string, context: TextContext): ConvertedText {
  const leftImages: string[] = [];
  try {
    let markdown = rewrite({ source: text, context, rules: createTextRules(context), leftImages });
    // What is code to Bitbucket may begin HTML to GitHub, though nothing in the text was changed.
    let before = text.includes('<') ? null : text;
    for (let look = 0; look < looks && markdown !== before; look += 1) {
      if (isTooIntricate(markdown)) break;
      before = markdown;
      markdown = rewrite({
        source: before,
        context,
        rules: createStrictRules(context),
        leftImages: null,
      });
    }
    if (markdown === before) return { markdown, leftImages: [...new Set(leftImages)] };
  } catch (error) {
    if (!(error instanceof UnalignedText)) throw error;
  }
  return { markdown: codeBlock(text), leftImages: [...new Set(leftImages)] };
}

interface Rewriting {
  readonly source: string;
  readonly context: TextContext;
  readonly rules: TextRules;
  /** `null`: the second look, at what GitHub reads, in which HTML is not to be found. */
  readonly leftImages: string[] | null;
}

function rewrite({ source, context, rules, leftImages }: Rewriting): string {
  const isSecondLook = leftImages === null;
  const tree = parseMarkdown(source, { html: isSecondLook });
  const edits = createEdits();
  const decode = createReferenceDecoder();
  const visitor = createLinkEditor({ tree, source, context, rules, edits, leftImages });

  function visit(node: MarkdownNode): void {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      if (isSecondLook) refuseHtml(node);
      const inline = readInlineText({ node, source, visitor, decode });
      scanText(createInlineEdits(inline, source, edits), rules);
      return;
    }
    if (node.type === 'html') throw new UnalignedText('HTML is left');
    if (node.type === 'definition') removeDefinition(node, edits);
    if (node.type === 'footnoteDefinition') showDefinition(node, edits);
    if (node.type === 'code' && !isSecondLook) editCode(node, source, edits);
    for (const child of node.children ?? []) visit(child);
  }
  for (const node of tree.children ?? []) visit(node);
  const fence = openFenceOf(tree, source);
  if (fence !== null) edits.insert(source.length, `${source.endsWith('\n') ? '' : '\n'}${fence}`);
  return edits.apply(source);
}

/** Links name their addresses themselves: labels of several texts in one body would mean each other's. */
function removeDefinition(node: MarkdownNode, edits: Edits): void {
  const [start, end] = rangeOf(node);
  edits.replace(start, end, '');
}

/**
 * Footnotes of several texts in one body would be each other's, and one whose mark is in another part of a body, or
 * nowhere, would not be shown at all. Without definitions the marks are text too.
 */
function showDefinition(node: MarkdownNode, edits: Edits): void {
  edits.insert(rangeOf(node)[0], '\\');
}

function refuseHtml(node: MarkdownNode): void {
  for (const child of node.children ?? []) {
    if (child.type === 'html') throw new UnalignedText('HTML is left');
    refuseHtml(child);
  }
}

/**
 * What may begin anything that is changed: code and fences, emphasis (which hides what reads on across it), escapes and
 * entities, links, images and HTML, mentions, references, hashes and addresses, code by its indent, and the two
 * characters that stand for something where a tree is read.
 */
const mayChange =
  /[`~*_\\[<&@＠﹫#\t\u2028\u2029\ue000\ufffc]| {4}|:\/\/|https?:|www|gh-|[0-9a-f]{7}/i;

/**
 * Whether a text stays as it is, whichever way its Markdown is read: nothing in it can be a mention, a reference, an address, code
 * or HTML. Half of all comments are such, and reading a tree takes most of the time that a comment costs.
 */
export function hasNothingToChange(text: string): boolean {
  return !mayChange.test(text);
}
