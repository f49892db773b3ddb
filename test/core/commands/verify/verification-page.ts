/** A page taken apart as a browser would, as long as it is written as strictly as ours are. */
export interface ParsedPage {
  readonly tags: readonly ParsedTag[];
  /** Between the tags, with character references as what they stand for. */
  readonly text: string;
}

interface ParsedTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const piece =
  /<!doctype html>|<style>([^<]*)<\/style>|<script>[^<]*<\/script>|<\/[a-z0-9]+>|<([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>|[^<>]+/gy;

/** @throws Error at the first thing that is neither a tag of a strict form nor a text */
export function parsePage(page: string): ParsedPage {
  const tags: ParsedTag[] = [];
  let text = '';
  piece.lastIndex = 0;
  while (piece.lastIndex < page.length) {
    const at = piece.lastIndex;
    const match = piece.exec(page);
    if (match === null) throw new Error(`this cannot be read: ${page.slice(at, at + 80)}`);
    const [whole, style, name, attributes = ''] = match;
    if (name !== undefined) tags.push({ name, attributes: parseAttributes(attributes) });
    else if (!whole.startsWith('<')) text += decode(whole);
    else if (style !== undefined) tags.push({ name: 'style', attributes: {} });
  }
  return { tags, text };
}

function parseAttributes(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/ ([a-z-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decode(value)]));
}

function decode(source: string): string {
  return source.replace(/&[^;]{0,8};?/g, (reference) => {
    const character = references[reference];
    if (character === undefined) throw new Error(`this reference is not known: ${reference}`);
    return character;
  });
}
