import { type Person, team } from '../people.ts';

/** Describes what a commit does to the tree: text or bytes write a file, `null` removes it. */
export type Changes = Readonly<Record<string, string | Uint8Array | null>>;

export interface CommitOptions {
  /** Short name, or a full ref that starts with `refs/`. */
  readonly branch: string;
  readonly message: string;
  readonly changes?: Changes;
  /** By turns through the team if left out. */
  readonly author?: Person;
  /** The branch's own tip if left out. */
  readonly from?: Mark | string;
  readonly merges?: readonly Mark[];
  /** Name to ask for its hash by, once it is known; unique in the history. */
  readonly label?: string;
}

/** A commit within one history. */
export type Mark = number;

export interface LightRef {
  readonly name: string;
  readonly target: Mark;
}

type Chunk = string | Uint8Array;

/**
 * Writes the language of `git fast-import`. Every run gives the same hashes: times advance by a fixed step, people
 * take turns.
 */
export class History {
  readonly #chunks: Chunk[] = [];
  readonly #refs: LightRef[] = [];
  readonly #labels = new Map<string, Mark>();
  #marks = 0;
  #seconds: number;
  readonly #step: number;

  constructor(options: { start: string; stepMinutes?: number }) {
    this.#seconds = Math.floor(Date.parse(options.start) / 1000);
    this.#step = (options.stepMinutes ?? 187) * 60;
  }

  commit(options: CommitOptions): Mark {
    this.#marks += 1;
    this.#seconds += this.#step;
    if (options.label !== undefined) this.#labels.set(options.label, this.#marks);
    const author = options.author ?? (team[this.#marks % team.length] as Person);
    this.#chunks.push(`commit ${fullRef(options.branch)}\nmark :${this.#marks}\n`);
    this.#chunks.push(`author ${signature(author, this.#seconds)}\n`);
    this.#chunks.push(`committer ${signature(author, this.#seconds + 90)}\n`);
    this.#data(`${options.message}\n`);
    if (options.from !== undefined) this.#chunks.push(`from ${commitish(options.from)}\n`);
    for (const merged of options.merges ?? []) this.#chunks.push(`merge :${merged}\n`);
    for (const [path, content] of Object.entries(options.changes ?? {})) {
      if (content === null) {
        this.#chunks.push(`D ${path}\n`);
        continue;
      }
      this.#chunks.push(`M 100644 inline ${path}\n`);
      this.#data(content);
    }
    this.#chunks.push('\n');
    return this.#marks;
  }

  /** A branch or lightweight tag. Kept aside: thousands of them are written in one file (import-history.ts). */
  ref(name: string, target: Mark): void {
    this.#refs.push({ name: fullRef(name), target });
  }

  get refs(): readonly LightRef[] {
    return this.#refs;
  }

  get labels(): ReadonlyMap<string, Mark> {
    return this.#labels;
  }

  annotatedTag(name: string, target: Mark | string, message: string, tagger: Person): void {
    this.#seconds += this.#step;
    this.#chunks.push(`tag ${name}\nfrom ${commitish(target)}\n`);
    this.#chunks.push(`tagger ${signature(tagger, this.#seconds)}\n`);
    this.#data(message);
  }

  #data(content: Chunk): void {
    this.#chunks.push(`data ${Buffer.byteLength(content)}\n`, content, '\n');
  }

  *[Symbol.iterator](): Generator<Buffer> {
    yield Buffer.from('feature done\n');
    for (const chunk of this.#chunks) yield Buffer.from(chunk);
    yield Buffer.from('done\n');
  }
}

/** As it stands in commits and tags; everybody works in Berlin's winter time. */
export function signature(person: Person, seconds: number): string {
  return `${person.name} <${person.email}> ${seconds} +0100`;
}

function fullRef(name: string): string {
  return name.startsWith('refs/') ? name : `refs/heads/${name}`;
}

function commitish(target: Mark | string): string {
  return typeof target === 'number' ? `:${target}` : target;
}
