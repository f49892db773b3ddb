import { alignText, type ReferenceDecoder } from './align-text.ts';
import { type MarkdownNode, rangeOf } from './markdown-tree.ts';

/** Stands where a link begins. */
export const linkStart = '\ue000';
/** Stands for what is no text: code, an image. */
const notText = '\ufffc';

/** Describes what is known of the link that a piece of text stands in. */
export interface LinkOfText {
  /** The number that a pull request has on the source and on the target, where the link leads to one. */
  readonly number: { readonly from: number; readonly to: number } | null;
}

/** The text of one paragraph, heading or cell as it is shown, each character with its place in the source. */
export interface InlineText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Which run of text a character is of; characters of one run stand side by side in the source. */
  readonly runs: readonly number[];
  readonly links: readonly (LinkOfText | null)[];
}

export interface InlineVisitor {
  /** Called for each link before its text is read; `null`: its text is not looked at. */
  link(node: MarkdownNode): { readonly link: LinkOfText | null } | null;
  image(node: MarkdownNode, isInLink: boolean): void;
  code(node: MarkdownNode): void;
}

export function readInlineText(options: {
  node: MarkdownNode;
  source: string;
  visitor: InlineVisitor;
  decode: ReferenceDecoder;
}): InlineText {
  const { source, visitor, decode } = options;
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const runs: number[] = [];
  const links: (LinkOfText | null)[] = [];
  let run = 0;

  function stand(character: string, node: MarkdownNode): void {
    const [start] = rangeOf(node);
    parts.push(character);
    starts.push(start);
    ends.push(start);
    links.push(null);
    run += 1;
    runs.push(run);
  }
  function readText(node: MarkdownNode, link: LinkOfText | null): void {
    const value = node.value ?? '';
    const [start, end] = rangeOf(node);
    const places = alignText({ value, source, start, end, decode });
    run += 1;
    parts.push(value);
    for (const place of places) {
      starts.push(place[0]);
      ends.push(place[1]);
      runs.push(run);
      links.push(link);
    }
  }
  function readLink(node: MarkdownNode): void {
    const found = visitor.link(node);
    stand(linkStart, node);
    if (found !== null) readChildren(node, found.link);
  }
  function readChildren(node: MarkdownNode, link: LinkOfText | null): void {
    for (const child of node.children ?? []) read(child, link);
  }
  function read(node: MarkdownNode, link: LinkOfText | null): void {
    const { type } = node;
    if (type === 'text') readText(node, link);
    else if (type === 'break') stand('\n', node);
    else if (type === 'link' || type === 'linkReference') readLink(node);
    else if (node.children !== undefined) readChildren(node, link);
    else {
      if (type === 'image' || type === 'imageReference') visitor.image(node, link !== null);
      if (type === 'inlineCode') visitor.code(node);
      stand(notText, node);
    }
  }
  readChildren(options.node, null);
  return { text: parts.join(''), starts, ends, runs, links };
}
