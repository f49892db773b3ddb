import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 1_048_576;

/** What a file holds from where it stands, but never more than so many bytes, even if it grows meanwhile. */
export async function readAtMost(file: FileHandle, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = bytes;
  while (left > 0) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, left));
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(chunks);
}
