/** Elements that pages have, with the attributes of each. */
const elements: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...['html', 'head', 'title', 'body', 'header', 'nav', 'main', 'section', 'article', 'aside'],
      ...['div', 'p', 'span', 'b', 'i', 'em', 'strong', 'del', 'sub', 'sup', 'kbd', 'code', 'pre'],
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'li', 'blockquote', 'details', 'summary'],
      ...['table', 'thead', 'tbody', 'tr', 'td', 'colgroup', 'col', 'hr', 'br', 'style', 'g'],
    ].map((name) => [name, []]),
  ),
  a: ['href', 'rel'],
  circle: ['cx', 'cy', 'r'],
  g: ['fill'],
  html: ['lang'],
  input: ['type', 'disabled', 'checked'],
  meta: ['charset', 'name', 'content'],
  ol: ['start'],
  path: ['fill', 'stroke', 'stroke-width', 'stroke-linejoin', 'd'],
  svg: ['viewBox'],
  th: ['scope'],
  details: ['open'],
  time: ['datetime'],
};
const everywhere = [
  ...['class', 'id', 'title', 'tabindex', 'aria-label', 'aria-current', 'aria-hidden'],
];
const alone = new Set(['br', 'hr', 'input', 'meta', 'col', 'path', 'circle']);

const tag = /<(\/?)([a-z]\w*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*(\/?)>/g;

/** Names everything in a page that no text may bring into it: other elements and attributes, addresses that run, lost ends. */
export function pageProblems(page: string): readonly string[] {
  const text = page.replace(/^<!doctype html>/, '').replace(/(<style>)[^<]*(<\/style>)/, '$1$2');
  const problems: string[] = [];
  const open: string[] = [];
  for (const [whole, slash, name = '', attributes = '', ends] of text.matchAll(tag)) {
    const allowed = elements[name];
    if (allowed === undefined) problems.push(whole);
    else problems.push(...attributeProblems(attributes, [...allowed, ...everywhere]));
    if (slash === '/' && open.pop() !== name) problems.push(`lost end: ${whole}`);
    if (slash === '' && ends === '' && !alone.has(name)) open.push(name);
  }
  const rest = text.replace(tag, '');
  problems.push(...open.map((name) => `never ended: ${name}`));
  problems.push(...(rest.match(/[<>"'`].{0,20}|&(?!#\d+;).{0,20}/g) ?? []));
  problems.push(
    ...(rest.match(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    ) ?? []),
  );
  return problems;
}

function attributeProblems(attributes: string, allowed: readonly string[]): readonly string[] {
  const problems: string[] = [];
  for (const [whole, name = '', value = ''] of attributes.matchAll(
    /([a-zA-Z-]+)(?:="([^"]*)")?/g,
  )) {
    if (!allowed.includes(name)) problems.push(whole);
    if (name === 'href' && !/^(https?:\/\/|\/(?!\/)|#\w+$)/.test(value)) problems.push(whole);
  }
  return problems;
}
