import { type Html, html, nothing } from '../html.ts';
import { linkTo, webAddress } from '../links.ts';
import { createTags } from './inline-html.ts';

/** The parts of a Markdown tree that are shown. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly alt?: string | null | undefined;
  readonly lang?: string | null | undefined;
  readonly identifier?: string;
  readonly depth?: number;
  readonly ordered?: boolean | null | undefined;
  readonly start?: number | null | undefined;
  readonly checked?: boolean | null | undefined;
  readonly children?: readonly MarkdownNode[];
}

export interface Rendering {
  readonly words: (text: string) => Html;
  /** By the identifier of a reference. */
  readonly definitions: ReadonlyMap<string, string>;
}

type Render = (node: MarkdownNode, rendering: Rendering) => Html;

/** Shows a node and all below it; of an unknown kind its text alone. */
export function renderNode(node: MarkdownNode, rendering: Rendering): Html {
  const render = renderers[node.type];
  if (render !== undefined) return render(node, rendering);
  return node.value === undefined ? inner(node, rendering) : html`${node.value}`;
}

/** Tags of HTML that a node opens end with it, so that no text can end what stands around it. */
function inner({ children = [] }: MarkdownNode, rendering: Rendering): Html {
  const tags = createTags();
  const parts = children.map((child) =>
    child.type === 'html' ? tags.read(child.value ?? '') : renderNode(child, rendering),
  );
  return html`${parts}${tags.end()}`;
}

const renderers: Readonly<Record<string, Render>> = {
  text: ({ value = '' }, { words }) => words(value),
  paragraph: (node, all) => html`<p>${inner(node, all)}</p>\n`,
  heading: (node, all) => headings(node.depth ?? 1)(inner(node, all)),
  thematicBreak: () => html`<hr>`,
  break: () => html`<br>`,
  blockquote: (node, all) => html`<blockquote>${inner(node, all)}</blockquote>\n`,
  emphasis: (node, all) => html`<em>${inner(node, all)}</em>`,
  strong: (node, all) => html`<strong>${inner(node, all)}</strong>`,
  delete: (node, all) => html`<del>${inner(node, all)}</del>`,
  inlineCode: ({ value = '' }) => html`<code>${value}</code>`,
  code: codeBlock,
  list: (node, all) => {
    if (node.ordered !== true) return html`<ul>${inner(node, all)}</ul>\n`;
    return html`<ol start="${Math.trunc(node.start ?? 1)}">${inner(node, all)}</ol>\n`;
  },
  listItem,
  link: (node, all) => linkTo(node.url ?? '', inner(node, all)),
  linkReference: (node, all) =>
    linkTo(all.definitions.get(node.identifier ?? '') ?? '', inner(node, all)),
  image: ({ url = '', alt }) => picture(url, alt),
  imageReference: ({ identifier = '', alt }, { definitions }) =>
    picture(definitions.get(identifier) ?? '', alt),
  definition: () => nothing,
  table: ({ children: [head, ...rows] = [] }, all) =>
    html`<table><thead>${head === undefined ? null : tableRow(head, all, 'head')}</thead><tbody>${rows.map((row) => tableRow(row, all, 'body'))}</tbody></table>`,
  footnoteReference: ({ identifier = '' }) => html`<sup>[${identifier}]</sup>`,
  footnoteDefinition: (node, all) =>
    html`<div><sup>[${node.identifier ?? ''}]</sup> ${inner(node, all)}</div>`,
};

/** Below the headings of the page. */
function headings(depth: number): (content: Html) => Html {
  const all = [
    (content: Html) => html`<h3>${content}</h3>\n`,
    (content: Html) => html`<h4>${content}</h4>\n`,
    (content: Html) => html`<h5>${content}</h5>\n`,
  ] as const;
  return all[depth - 1] ?? ((content) => html`<h6>${content}</h6>\n`);
}

function codeBlock({ value = '', lang }: MarkdownNode): Html {
  const block = html`<pre><code>${value}</code></pre>\n`;
  if (lang !== 'suggestion') return block;
  return html`<div class="suggestion"><b>Suggested change</b>${block}</div>`;
}

function listItem(node: MarkdownNode, all: Rendering): Html {
  const { checked } = node;
  if (typeof checked !== 'boolean') return html`<li>${inner(node, all)}</li>\n`;
  const box = checked
    ? html`<input type="checkbox" disabled checked aria-label="done">`
    : html`<input type="checkbox" disabled aria-label="open">`;
  return html`<li class="task">${box}${inner(node, all)}</li>\n`;
}

function tableRow({ children = [] }: MarkdownNode, all: Rendering, where: 'head' | 'body'): Html {
  const cells = children.map((cell) =>
    where === 'head' ? html`<th>${inner(cell, all)}</th>` : html`<td>${inner(cell, all)}</td>`,
  );
  return html`<tr>${cells}</tr>\n`;
}

/** Nothing is loaded: an image is a link to it. */
function picture(url: string, alt: string | null | undefined): Html {
  const label = alt || 'image';
  if (webAddress(url) === null) return html`<span class="picture">${label}</span>`;
  return html`<span class="picture">${linkTo(url, label)}</span>`;
}
