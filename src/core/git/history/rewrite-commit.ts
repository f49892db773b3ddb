/** A raw object's text as latin1, so that every byte survives. */
type RawObject = string;

export interface Rewritten {
  readonly raw: RawObject;
  /** True if a signature was dropped because it would no longer be true. */
  readonly lostSignature: boolean;
}

/**
 * A commit with other parents or another tree; everything else stays byte for byte, but a changed commit loses its
 * signature and the signed tags that were merged (`gpgsig`, `gpgsig-sha256`, `mergetag`).
 * @param mapParent the new name of a parent, or `null` to drop it
 * @returns `null` if nothing changes
 */
export function rewriteCommit(
  raw: RawObject,
  mapParent: (parent: string) => string | null,
  mapTree: (tree: string) => string = (tree) => tree,
): Rewritten | null {
  const { header, body } = split(raw);
  const kept: string[] = [];
  let changed = false;
  for (const field of fields(header)) {
    const [, kind, oid] = /^(tree|parent) ([0-9a-f]+)$/.exec(field) ?? [];
    if (kind === undefined || oid === undefined) {
      kept.push(field);
      continue;
    }
    const mapped = kind === 'tree' ? mapTree(oid) : mapParent(oid);
    if (mapped !== oid) changed = true;
    if (mapped !== null) kept.push(`${kind} ${mapped}`);
  }
  if (!changed) return null;
  const unsigned = kept.filter((field) => !/^(gpgsig|gpgsig-sha256|mergetag) /.test(field));
  const lostSignature = kept.some(isSigned);
  return { raw: `${unsigned.join('\n')}${body}`, lostSignature };
}

/** Merged tags keep their signatures in the merge. */
function isSigned(field: string): boolean {
  if (field.startsWith('mergetag ')) return /^ -----BEGIN /m.test(field);
  return /^gpgsig(-sha256)? /.test(field);
}

/** Returns what a raw tag object names. */
export function tagTarget(raw: RawObject): { object: string; type: string } | null {
  const match = /^object ([0-9a-f]+)\ntype ([a-z]+)\n/.exec(raw);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { object: match[1], type: match[2] };
}

const signatures = /^-----BEGIN (?:PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----$/gm;

/** A tag object that names another object; its signature, header or at the end of its message, is dropped. */
export function rewriteTag(raw: RawObject, object: string): Rewritten {
  const { header, body } = split(raw);
  const all = fields(header);
  const kept = all
    .filter((field) => !/^gpgsig(-sha256)? /.test(field))
    .map((field) => (field.startsWith('object ') ? `object ${object}` : field));
  // As git reads it: from the last line that begins one.
  const at = [...body.matchAll(signatures)].at(-1)?.index ?? -1;
  const message = at === -1 ? body : body.slice(0, at);
  return {
    raw: `${kept.join('\n')}${message}`,
    lostSignature: at !== -1 || kept.length !== all.length,
  };
}

/** The body begins with the line feed that ends the last header field. */
function split(raw: RawObject): { header: string; body: string } {
  const end = raw.indexOf('\n\n');
  return end === -1
    ? { header: raw.replace(/\n$/, ''), body: raw.endsWith('\n') ? '\n' : '' }
    : { header: raw.slice(0, end), body: raw.slice(end) };
}

/** Header fields, each with its continuation lines, which begin with a space. */
function fields(header: string): string[] {
  const result: string[] = [];
  for (const line of header.split('\n')) {
    const last = result.at(-1);
    if (line.startsWith(' ') && last !== undefined) result[result.length - 1] = `${last}\n${line}`;
    else result.push(line);
  }
  return result;
}
