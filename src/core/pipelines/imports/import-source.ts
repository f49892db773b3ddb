/** Where Bitbucket finds the pipelines that a file imports. */
export interface ImportSource {
  /** The slug of the other repository; `null`: the file's own. */
  readonly repository: string | null;
  /** A branch, a tag or a commit; `null`: the file's own. */
  readonly ref: string | null;
  /** Of the file, from the root of its repository. */
  readonly path: string;
}

/** Names one pipeline of a source. */
export interface ImportStatement extends ImportSource {
  readonly pipeline: string;
}

const usualPath = 'bitbucket-pipelines.yml';

/** Reads `repository:ref:pipeline`, or `pipeline@source`; `null` where nothing says where it is. Pure. */
export function readStatement(
  text: string,
  sourceNamed: (name: string) => string | null,
): ImportStatement | null {
  const [, pipeline = '', name = ''] = /^([^@]+)@([^@]+)$/.exec(text) ?? [];
  if (name !== '') {
    const source = sourceNamed(name);
    return source === null ? null : { pipeline, ...readSource(source) };
  }
  const [repository = '', ref = '', ...rest] = text.split(':');
  if (rest.length === 0) return null;
  return { repository, ref, path: usualPath, pipeline: rest.join(':') };
}

/** Reads a path of the same repository, or `repository:ref` with or without a path. Pure. */
export function readSource(text: string): ImportSource {
  const [first = '', ref, path = usualPath] = text.split(':');
  return ref === undefined
    ? { repository: null, ref: null, path: first }
    : { repository: first, ref, path };
}

/** The source in a sentence. Pure. */
export function sourceText({ repository, ref, path }: ImportSource): string {
  return repository === null
    ? `${path} of this repository`
    : `${path} of the repository ${repository}, ${ref}`;
}

/** The source as Bitbucket writes it, for lines and as a key. Pure. */
export function sourceLabel({ repository, ref, path }: ImportSource): string {
  return repository === null ? path : `${repository}:${ref}:${path}`;
}

/** `.` and `..` would lead elsewhere. */
const slug = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}$/;
const uuid = /^\{[0-9A-Fa-f-]{1,64}\}$/;
const forbiddenInRefs = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/u;
const longest = 500;

/** Says why a source cannot be read; `null` where its names are valid, and lead nowhere else. Pure. */
export function sourceProblem({ repository, ref, path }: ImportSource): string | null {
  if (repository !== null && uuid.test(repository)) return 'which is named by its UUID';
  const isValidRef =
    ref === null || (ref !== '' && ref.length <= longest && !forbiddenInRefs.test(ref));
  const isValid = (repository === null || slug.test(repository)) && isValidRef && isInside(path);
  return isValid ? null : 'which is not a valid name';
}

/** Tells whether a path stays below the folder that it starts in. */
function isInside(path: string): boolean {
  if (path.length > longest || /[\p{Cc}\\]/u.test(path)) return false;
  return path.split('/').every((part) => !['', '.', '..', '.git'].includes(part.toLowerCase()));
}
