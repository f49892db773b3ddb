import { type KindName, otherKinds, recordKinds } from '../../records/kinds.ts';

/** Says what an entry of the archive is, by its path. */
export type EntryKind =
  | { readonly is: 'schema' }
  | { readonly is: 'records'; readonly kind: KindName; readonly part: number }
  /** A list that is read no further. */
  | { readonly is: 'other-records' }
  /** A file of a bare repository; `path` is relative to it. */
  | { readonly is: 'git'; readonly repository: string; readonly path: string }
  /** A file that a record names by `tarball://root/`. */
  | { readonly is: 'asset' }
  | { readonly is: 'folder' }
  | { readonly is: 'unknown' }
  /** It would leave the folder that it is unpacked to. */
  | { readonly is: 'unsafe' };

/** Pure. @param type of the tar entry: `file`, `directory`, `symlink` */
export function entryKind(path: string, type: string): EntryKind {
  const clean = path.replace(/^\.\//, '').replace(/\/+$/, '');
  if (isUnsafe(clean) || (type !== 'file' && type !== 'directory')) return { is: 'unsafe' };
  if (type === 'directory') return { is: 'folder' };
  if (clean === 'schema.json') return { is: 'schema' };
  if (clean === 'urls.json') return { is: 'other-records' };
  const [, name = '', part = ''] = /^([a-z_]+)_(\d{6})\.json$/.exec(clean) ?? [];
  if (isKind(name)) return { is: 'records', kind: name, part: Number(part) };
  if (otherKinds.includes(name)) return { is: 'other-records' };
  const git = /^(repositories\/[^/]+\/[^/]+\.git)\/(.+)$/.exec(clean);
  if (git !== null) return { is: 'git', repository: git[1] ?? '', path: git[2] ?? '' };
  if (/^(attachments|repository_files|releases)\/.+/.test(clean)) return { is: 'asset' };
  return { is: 'unknown' };
}

function isKind(name: string): name is KindName {
  return Object.hasOwn(recordKinds, name);
}

/** Tells whether it would leave the folder that it is unpacked to. Pure. */
export function isUnsafe(path: string): boolean {
  const segments = path.split('/');
  return (
    path === '' ||
    /[\\\u0000-\u001f]/.test(path) ||
    segments.some((segment) => segment === '..' || segment === '.' || segment === '')
  );
}
