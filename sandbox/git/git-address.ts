export interface GitAddress {
  readonly owner: string;
  /** Without `.git`. */
  readonly name: string;
  /** `info/refs`, `git-upload-pack`, `git-receive-pack` or `info/lfs/…`. */
  readonly service: string;
}

const services = ['info/refs', 'git-upload-pack', 'git-receive-pack'];

/** Takes `/owner/name.git/info/refs` apart; `.git` may be missing. `null` if it is no such address. */
export function parseGitAddress(segments: readonly string[]): GitAddress | null {
  const [owner = '', repository = '', ...rest] = segments;
  const service = rest.join('/');
  if (owner === '' || repository === '') return null;
  if (!services.includes(service) && !service.startsWith('info/lfs/')) return null;
  return { owner, name: repository.replace(/\.git$/, ''), service };
}
