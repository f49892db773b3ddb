type Tree = { readonly [name: string]: Tree | true };

/**
 * The parameter `fields`: names alone keep only those, `-name` leaves out, `+name` adds to them or to what is there
 * anyway. Hidden fields must be in the value already where they are asked for (asksFor).
 * @returns `null` if the parameter has a form that the sandbox does not know
 */
export function selectFields(value: unknown, fields: string | null): unknown {
  if (fields === null || fields === '') return value;
  const parts = fields.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^[+-]?[a-z_]+(\.[a-z_]+)*$/.test(part))) return null;
  const kept = parts.filter((part) => !/^[+-]/.test(part));
  const more = parts.filter((part) => part.startsWith('+')).map((part) => part.slice(1));
  const left = kept.length === 0 ? value : keep(value, treeOf([...kept, ...more]));
  const dropped = parts.filter((part) => part.startsWith('-')).map((part) => part.slice(1));
  return dropped.length === 0 ? left : drop(left, treeOf(dropped));
}

/** Tells whether the parameter names this field, or one below it, so that a hidden one is shown. */
export function asksFor(fields: string | null, name: string): boolean {
  const parts = (fields ?? '').split(',').map((part) => part.trim().replace(/^\+/, ''));
  return parts.some((part) => part === name || part.startsWith(`${name}.`));
}

function treeOf(paths: readonly string[]): Tree {
  const root: Record<string, unknown> = {};
  for (const path of paths) {
    let node = root;
    const names = path.split('.');
    for (const [index, name] of names.entries()) {
      if (node[name] === true) break;
      if (index === names.length - 1) {
        node[name] = true;
        break;
      }
      node[name] ??= {};
      node = node[name] as Record<string, unknown>;
    }
  }
  return root as Tree;
}

function keep(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, tree));
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const branch = tree[name];
    if (branch === undefined) continue;
    kept[name] = branch === true ? inner : keep(inner, branch);
  }
  return kept;
}

function drop(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((item) => drop(item, tree));
  if (typeof value !== 'object' || value === null) return value;
  const left: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const branch = tree[name];
    if (branch === true) continue;
    left[name] = branch === undefined ? inner : drop(inner, branch);
  }
  return left;
}
