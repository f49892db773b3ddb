/** Bytes that are kept of the beginning, and as many of the end: what a program fails with comes last. */
const mostOfEach = 512 * 1024;

/** The text of a stream that may never end: its beginning and its end. */
export class BoundedText {
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  add(data: Buffer): void {
    const room = mostOfEach - this.#headBytes;
    if (room > 0) {
      const kept = data.subarray(0, room);
      this.#head.push(kept);
      this.#headBytes += kept.length;
    }
    if (data.length <= room) return;
    this.#tail.push(data.subarray(Math.max(0, room)));
    this.#tailBytes += data.length - Math.max(0, room);
    if (this.#tailBytes < 2 * mostOfEach) return;
    this.#tail = [Buffer.concat(this.#tail).subarray(-mostOfEach)];
    this.#tailBytes = mostOfEach;
  }

  get isCut(): boolean {
    return this.#tailBytes > 0;
  }

  toString(): string {
    return Buffer.concat([...this.#head, ...this.#tail]).toString('utf8');
  }
}
