/** Hashes in small letters, as git writes them. */
export interface ReadCommit {
  readonly hash: string;
  /** Seconds since 1970: the committer's. */
  readonly time: number;
  readonly parents: readonly string[];
}

/** Commits by position, each behind all of its parents, so that later ones do not move it. */
export interface HistoryGraph {
  /** How many commits it holds. */
  readonly size: number;
  /** The position of a commit by its full hash; `null` if it is not there. */
  find(hash: string): number | null;
  hashOf(position: number): string;
  /** Seconds since 1970: the committer's. */
  timeOf(position: number): number;
  /** The position of the parent with this index; `null` where there are no more. */
  parentOf(position: number, index: number): number | null;
}

const none = -1;

/**
 * Commits in some forty bytes each, outside of what the garbage collector walks through: as texts and lists, those of a
 * large repository take a hundred megabytes.
 */
export class CommitTable implements HistoryGraph {
  #size = 0;
  /** 20 bytes of SHA-1 or 32 of SHA-256; known from the first commit. */
  #width = 0;
  #hashes = Buffer.alloc(0);
  #times = new Float64Array(0);
  /** The first two parents, which is all that nearly every commit has. */
  #parents = new Int32Array(0);
  /** Further parents, of merges of more than two. */
  readonly #further = new Map<number, readonly number[]>();
  #hasChild = new Uint8Array(0);
  /** Open addressing by the first bytes of the hash, which are as good as random: positions, or `none`. */
  #slots = new Int32Array(0);

  get size(): number {
    return this.#size;
  }

  find(hash: string): number | null {
    if (this.#size === 0 || hash.length !== 2 * this.#width) return null;
    const bytes = Buffer.from(hash, 'hex');
    if (bytes.length !== this.#width) return null;
    const position = this.#slots[this.#slotOf(bytes)] ?? none;
    return position === none ? null : position;
  }

  hashOf(position: number): string {
    return this.#hashes.toString('hex', position * this.#width, (position + 1) * this.#width);
  }

  timeOf(position: number): number {
    return this.#times[position] ?? 0;
  }

  parentOf(position: number, index: number): number | null {
    const parent =
      index < 2
        ? (this.#parents[2 * position + index] ?? none)
        : (this.#further.get(position)?.[index - 2] ?? none);
    return parent === none ? null : parent;
  }

  /** Commits that none of the others has for a parent: they reach all others. */
  *heads(): Generator<string> {
    for (let position = 0; position < this.#size; position += 1) {
      if (this.#hasChild[position] === 0) yield this.hashOf(position);
    }
  }

  /** Adds a commit after its parents. Where history was cut, a parent may be missing. */
  add({ hash, time, parents }: ReadCommit): void {
    const bytes = Buffer.from(hash, 'hex');
    if (this.#width === 0) this.#width = bytes.length;
    if (bytes.length !== this.#width)
      throw new TypeError(`${hash} is not a hash in this repository`);
    this.#grow();
    const slot = this.#slotOf(bytes);
    if (this.#slots[slot] !== none) return;
    const known = parents.flatMap((parent) => this.find(parent) ?? []);
    const position = this.#size;
    this.#size += 1;
    this.#slots[slot] = position;
    this.#hashes.set(bytes, position * this.#width);
    this.#times[position] = time;
    this.#parents[2 * position] = known[0] ?? none;
    this.#parents[2 * position + 1] = known[1] ?? none;
    if (known.length > 2) this.#further.set(position, known.slice(2));
    for (const parent of known) this.#hasChild[parent] = 1;
  }

  /** Where a hash is, or would be. */
  #slotOf(bytes: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = bytes.readUInt32LE(0) & mask; ; slot = (slot + 1) & mask) {
      const position = this.#slots[slot] ?? none;
      if (position === none) return slot;
      const start = position * this.#width;
      if (bytes.compare(this.#hashes, start, start + this.#width) === 0) return slot;
    }
  }

  #grow(): void {
    if (this.#size < this.#times.length) return;
    const capacity = Math.max(1024, Math.ceil(this.#times.length * 1.5));
    const hashes = Buffer.alloc(capacity * this.#width);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#times = larger(this.#times, new Float64Array(capacity));
    this.#parents = larger(this.#parents, new Int32Array(2 * capacity));
    this.#hasChild = larger(this.#hasChild, new Uint8Array(capacity));
    if (this.#slots.length < 2 * capacity) this.#spread(2 ** Math.ceil(Math.log2(2 * capacity)));
  }

  #spread(slots: number): void {
    this.#slots = new Int32Array(slots).fill(none);
    for (let position = 0; position < this.#size; position += 1) {
      const start = position * this.#width;
      this.#slots[this.#slotOf(this.#hashes.subarray(start, start + this.#width))] = position;
    }
  }
}

function larger<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
