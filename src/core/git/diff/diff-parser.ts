import type { Diff, DiffFile, DiffHunk, DiffLimits } from './diff.ts';
import { headerPaths, pathOf, rawPaths } from './diff-paths.ts';

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

interface OpenHunk {
  readonly lines: string[];
  readonly oldStart: number;
  readonly newStart: number;
}

type OpenFile = Omit<Mutable<DiffFile>, 'path' | 'hunks'> & { hunks: DiffHunk[] };

/**
 * Reads a diff as git writes it, line by line. Lines of `--raw` before it name files that the diff itself may not
 * reach. Combined diffs of merges are not read.
 */
export class DiffParser {
  readonly #limits: DiffLimits;
  readonly #paths: ReadonlySet<string> | null;
  readonly #listed: OpenFile[] = [];
  readonly #files: OpenFile[] = [];
  #file: OpenFile | null = null;
  #hunk: OpenHunk | null = null;
  /** Lines of each side that the open hunk still has. */
  #old = 0;
  #new = 0;
  #lines = 0;
  #bytes = 0;

  /** @param options.paths the result has only these files, by their old or new name; all count towards the limits */
  constructor(options: { limits: DiffLimits; paths?: Iterable<string> | undefined }) {
    this.#limits = options.limits;
    this.#paths = options.paths === undefined ? null : new Set(options.paths);
  }

  /** @returns whether anything more can matter */
  read(line: string): boolean {
    if (this.#hunk === null && line.startsWith(':')) {
      this.#list(line);
      return true;
    }
    if (this.#inHunk(line)) this.#add(line);
    else if (line.startsWith('diff --git ')) this.#begin(line.slice('diff --git '.length));
    else if (this.#file !== null) this.#header(this.#file, line);
    return this.#count(line);
  }

  end(): Diff {
    // The list knows more about truncated files.
    const isListed = this.#listed.length > 0;
    const files = this.#files.filter((file) => !isListed || !file.isTruncated).map(finished);
    const shown = new Set(files.map(({ path }) => path));
    const rest = this.#listed.map(finished).filter(({ path }) => !shown.has(path));
    return { files: [...files, ...rest].filter((file) => this.#isWanted(file)) };
  }

  #list(line: string): void {
    const [, letter = 'M', paths = ''] = /^:[0-9a-f. ]+ ([A-Z])\d*\t(.*)$/.exec(line) ?? [];
    if (paths === '') return;
    const { oldPath, newPath } = rawPaths(paths);
    this.#listed.push({
      ...newFile(oldPath, newPath),
      ...statuses(oldPath, newPath)[letter],
      isTruncated: true,
    });
  }

  #begin(paths: string): void {
    const { oldPath, newPath } = headerPaths(paths);
    this.#file = newFile(oldPath, newPath);
    this.#file.isTruncated = this.#files.length >= this.#limits.files;
    this.#hunk = null;
    this.#files.push(this.#file);
  }

  #header(file: OpenFile, line: string): void {
    const [, word, rest = ''] = headerLine.exec(line) ?? [];
    const change = (status: DiffFile['status'], paths: Partial<OpenFile>) =>
      Object.assign(file, { status, ...paths });
    if (word === 'deleted file mode') change('deleted', { newPath: null });
    if (word === 'new file mode') change('added', { oldPath: null });
    if (word === 'rename from') change('renamed', { oldPath: pathOf(rest, '') });
    if (word === 'copy from') change('copied', { oldPath: pathOf(rest, '') });
    if (word === 'rename to' || word === 'copy to') file.newPath = pathOf(rest, '');
    if (word === '---') file.oldPath = pathOf(rest, 'a/');
    if (word === '+++') file.newPath = pathOf(rest, 'b/');
    if (word === 'Binary files' || word === 'GIT binary patch') file.isBinary = true;
    if (word === '@@') this.#openHunk(file, line);
  }

  #openHunk(file: OpenFile, line: string): void {
    const match = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(line);
    if (match === null) return;
    const hunk = { oldStart: Number(match[1]), newStart: Number(match[3]), lines: [] };
    this.#old = Number(match[2] ?? 1);
    this.#new = Number(match[4] ?? 1);
    this.#hunk = hunk;
    if (!file.isTruncated && this.#isWanted(finished(file))) file.hunks.push(hunk);
  }

  #inHunk(line: string): boolean {
    if (this.#hunk === null) return false;
    return this.#old > 0 || this.#new > 0 || line.startsWith('\\');
  }

  #add(line: string): void {
    const kind = line[0] ?? ' ';
    if (kind === ' ' || kind === '-') this.#old -= 1;
    if (kind === ' ' || kind === '+') this.#new -= 1;
    // Some programs strip the space of an empty line.
    this.#hunk?.lines.push(line === '' ? ' ' : line);
  }

  /** Beyond the limit the file that is being read is shown no more, nor any that follows. */
  #count(line: string): boolean {
    this.#lines += 1;
    this.#bytes += Buffer.byteLength(line) + 1;
    const { lines, bytes, files } = this.#limits;
    if (this.#lines <= lines && this.#bytes <= bytes) {
      return this.#listed.length === 0 || this.#files.length <= files;
    }
    if (this.#file !== null) Object.assign(this.#file, { isTruncated: true, hunks: [] });
    return this.#listed.length === 0;
  }

  #isWanted({ oldPath, newPath }: DiffFile): boolean {
    const paths = this.#paths;
    return paths === null || [oldPath, newPath].some((path) => path !== null && paths.has(path));
  }
}

const headerLine =
  /^(deleted file mode|new file mode|rename from|rename to|copy from|copy to|---|\+\+\+|Binary files|GIT binary patch|@@)(?: (.*))?$/;

function newFile(oldPath: string, newPath: string): OpenFile {
  return { oldPath, newPath, status: 'modified', isBinary: false, isTruncated: false, hunks: [] };
}

function statuses(oldPath: string, newPath: string): Record<string, Partial<OpenFile>> {
  return {
    A: { status: 'added', oldPath: null },
    D: { status: 'deleted', newPath: null },
    R: { status: 'renamed', oldPath, newPath },
    C: { status: 'copied', oldPath, newPath },
  };
}

function finished(file: OpenFile): DiffFile {
  return { ...file, path: file.newPath ?? file.oldPath ?? '' };
}
