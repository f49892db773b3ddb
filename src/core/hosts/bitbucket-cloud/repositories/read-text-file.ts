import * as z from 'zod';
import { type BitbucketCloud, get } from '../http/reading.ts';
import { addressPart, workspacePath } from '../names.ts';

export interface ReadTextFile {
  readonly workspace: string;
  readonly slug: string;
  readonly ref: string;
  readonly path: string;
  /** What is longer is cut. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

const branchSchema = z.object({ target: z.object({ hash: z.string().min(1) }) });

/** A file of a repository, in the raw; `null` if the ref or the file is not there. */
export async function readTextFile(
  bitbucket: BitbucketCloud,
  request: ReadTextFile,
): Promise<string | null> {
  const { workspace, slug, ref, path, maxBytes, signal } = request;
  const repository = `/2.0/repositories/${workspacePath(workspace)}/${addressPart(slug, 'repository')}`;
  const commit = ref.includes('/') ? await commitOf(bitbucket, repository, request) : ref;
  if (commit === null) return null;
  const segments = [commit, ...path.split('/')].map(encodeURIComponent);
  const answer = await get(
    bitbucket,
    {
      path: `${repository}/src/${segments.join('/')}`,
      expectedStatuses: [404],
      accept: '*/*',
      expects: 'text',
      maxBodyBytes: maxBytes,
      signal,
    },
    { isRepository: true },
  );
  return answer.status === 404 ? null : (answer.text ?? '');
}

/** In the address of a file the first segment alone is the ref, so a branch with a slash is asked for its commit. */
async function commitOf(
  bitbucket: BitbucketCloud,
  repository: string,
  { ref, signal }: ReadTextFile,
): Promise<string | null> {
  const name = ref.split('/').map(encodeURIComponent).join('/');
  const answer = await get(
    bitbucket,
    {
      path: `${repository}/refs/branches/${name}`,
      query: { fields: 'target.hash' },
      expectedStatuses: [404],
      signal,
    },
    { isRepository: true },
  );
  const branch = branchSchema.safeParse(answer.json);
  return answer.status !== 404 && branch.success ? branch.data.target.hash : null;
}
