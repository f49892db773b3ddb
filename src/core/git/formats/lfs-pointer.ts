export interface LfsObject {
  /** SHA-256 of the content. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

/** Tells whether a pointer file may have this size; git-lfs itself reads no more than 1024 bytes. Pure. */
export function isPointerSize(bytes: number): boolean {
  return bytes >= 100 && bytes <= 1024;
}

const version =
  'version (?:https://git-lfs\\.github\\.com/spec/v1|https://hawser\\.github\\.com/spec/v1|http://git-media\\.io/v/2)';
const extension = 'ext-\\d-[^ \\n]{1,100} sha256:[0-9a-f]{64}';
const pointer = new RegExp(
  `^${version}\\n(?:${extension}\\n)*oid sha256:([0-9a-f]{64})\\nsize (\\d{1,15})$`,
);

/**
 * Returns what a file's content points to, or `null` if it is no Git LFS pointer. As strict as git-lfs, which fetches
 * nothing else. Pure.
 */
export function parseLfsPointer(content: Buffer): LfsObject | null {
  if (!isPointerSize(content.length)) return null;
  const match = pointer.exec(content.toString('latin1').replaceAll('\r\n', '\n').trim());
  if (match?.[1] === undefined) return null;
  return { oid: match[1], size: Number(match[2]) };
}

/** The pointer file of an object, as git-lfs writes it. */
export function encodeLfsPointer({ oid, size }: LfsObject): Buffer {
  return Buffer.from(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`,
  );
}
