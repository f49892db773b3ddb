const types: Readonly<Record<string, string>> = { '+': 'ADDED', '-': 'REMOVED', ' ': 'CONTEXT' };

/** A piece of a diff, as Git writes it, in the parts that the product gives it in. */
export function hunksJson(path: string, text: string): unknown {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const [, from = 1, fromSpan = 0, to = 1, toSpan = 0] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(head) ?? [];
  let source = Number(from);
  let destination = Number(to);
  const segments: { type: string; lines: unknown[]; truncated: boolean }[] = [];
  for (const line of lines) {
    const type = types[line[0] ?? ' '] ?? 'CONTEXT';
    const last = segments.at(-1);
    const segment = last?.type === type ? last : { type, lines: [], truncated: false };
    if (segment !== last) segments.push(segment);
    segment.lines.push({ source, destination, line: line.slice(1), truncated: false });
    if (type !== 'ADDED') source += 1;
    if (type !== 'REMOVED') destination += 1;
  }
  const hunk = {
    sourceLine: Number(from),
    sourceSpan: Number(fromSpan),
    destinationLine: Number(to),
    destinationSpan: Number(toSpan),
    segments,
    truncated: false,
  };
  const file = { components: path.split('/'), name: path.split('/').at(-1), toString: path };
  return { source: file, destination: file, hunks: [hunk], truncated: false, properties: {} };
}
