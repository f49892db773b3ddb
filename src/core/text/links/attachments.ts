import { decodeUri } from '../../kernel/base-url.ts';
import type { SourceText } from '../../ports/records/person.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import type { TextContext } from '../context/text-context.ts';
import { isTooIntricate } from '../markdown/is-too-intricate.ts';
import { type MarkdownNode, parseMarkdown } from '../markdown/markdown-tree.ts';
import { stripEditorAttributes } from '../markdown/strip-editor-attributes.ts';

/** Tells whether an address names a file that the source keeps beside its texts. */
export function isAttachment(url: string): boolean {
  return /^\s*attachment:/i.test(decodeUri(url));
}

/**
 * The addresses of all such files that texts show or link, each once and as convertMarkdown() finds it again. Only a
 * Markdown parser knows where an address ends: names of files have brackets and quotes. Pure.
 */
export function attachmentsIn(texts: Iterable<SourceText>): ReadonlySet<string> {
  const addresses = new Set<string>();
  function visit(node: MarkdownNode): void {
    const url = node.url?.trim() ?? '';
    if (isAttachment(url)) addresses.add(url);
    for (const child of node.children ?? []) visit(child);
  }
  for (const { raw } of texts) {
    if (!/attachment/i.test(raw) || isTooIntricate(raw)) continue;
    visit(parseMarkdown(stripEditorAttributes(raw), { html: false }));
  }
  return addresses;
}

/** Its address on the target; `null` if it was not migrated. */
export function movedAttachment(url: string, { attachments }: TextContext): string | null {
  return attachments?.get(url.trim()) ?? null;
}

/** Where somebody who may read the source finds it; `null` where no page is known. */
export function attachmentOnSource(url: string, { source }: TextContext): string | null {
  const [, hash, name] =
    /^\s*attachment:\d{1,12}\/([0-9a-f]{8,64})(?:%2F|\/)([^/]+)$/i.exec(url) ?? [];
  const { hasProjectPages } = sourceTraits[source.kind ?? 'bitbucket-cloud'];
  if (!hasProjectPages || hash === undefined || name === undefined) return null;
  const file = encodeURIComponent(decodeUri(name));
  return `${source.webUrl}/projects/${source.workspace}/repos/${source.slug}/attachments/${hash}/${file}`;
}
