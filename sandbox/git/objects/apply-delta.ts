/** Returns what a difference of gitformat-pack makes of the object that it is to. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const next = () => delta[at++] ?? 0;
  /** The sizes before and after, of which every byte but the last has its highest bit set. */
  const skipSize = () => {
    while (next() >= 0x80);
  };
  /** Reads the bytes of a number that its mask says are there, the lowest first. */
  const number = (mask: number, bytes: number) => {
    let value = 0;
    for (let byte = 0; byte < bytes; byte += 1)
      if ((mask >> byte) & 1) value += next() * 2 ** (8 * byte);
    return value;
  };
  skipSize();
  skipSize();
  const parts: Buffer[] = [];
  while (at < delta.length) {
    const code = next();
    if (code >= 0x80) {
      const from = number(code, 4);
      const size = number(code >> 4, 3) || 0x10000;
      parts.push(base.subarray(from, from + size));
    } else {
      parts.push(delta.subarray(at, at + code));
      at += code;
    }
  }
  return Buffer.concat(parts);
}

/** How large the object is that comes of it; of the difference only the beginning is needed. */
export function sizeAfter(delta: Buffer): number {
  const before = delta.findIndex((byte) => byte < 0x80);
  let [size, unit, at] = [0, 1, before + 1];
  for (let byte = 0x80; byte >= 0x80; at += 1, unit *= 128) {
    byte = delta[at] ?? 0;
    size += (byte & 0x7f) * unit;
  }
  return size;
}
