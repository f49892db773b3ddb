import { git, makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { pick } from '../chance/random.ts';
import type { FaultPlace } from '../place.ts';

/** Something that a person does with a target between two runs. */
export interface Deed {
  readonly name: string;
  /** @returns all that is theirs now, as the host has it; called again later */
  readonly seen: () => string;
}

const deeds = [
  'commit',
  'rewrite',
  'rewind',
  'move a tag',
  'new branch',
  'rename',
  'delete',
] as const;

/** Does one of them, where the target has come far enough; `null` where there is none yet. */
export function doOne(place: FaultPlace, drawn: number): Deed | null {
  const { github, organization } = place.sandbox;
  const target = github.findRepository(`${organization}/web`);
  if (target === null) return null;
  const name = pick(deeds, drawn);
  if (name === 'rename' || name === 'delete') return { name, seen: replace(place, name) };
  const { directory } = target;
  const main = read(directory, 'refs/heads/main');
  if (main === null) return null;
  const work = (message: string, parents: readonly string[]) =>
    git(
      directory,
      'commit-tree',
      ...parents.flatMap((one) => ['-p', one]),
      '-m',
      message,
      `${main}^{tree}`,
    ).trim();
  const moves: Readonly<Record<typeof name, () => [ref: string, oid: string]>> = {
    commit: () => ['refs/heads/main', work('Theirs', [main])],
    rewrite: () => ['refs/heads/main', work('Rewritten', [])],
    rewind: () => [
      'refs/heads/main',
      read(directory, 'refs/heads/main~1') ?? work('Rewritten', []),
    ],
    'move a tag': () => ['refs/tags/v1', work('Release', [main])],
    'new branch': () => ['refs/heads/theirs', work('Theirs', [main])],
  };
  const [ref, oid] = moves[name]();
  git(directory, 'update-ref', ref, oid);
  return { name, seen: () => `${ref} ${read(directory, ref)}` };
}

/** Another repository takes the name of the target. */
function replace({ sandbox, folder }: FaultPlace, how: 'rename' | 'delete'): () => string {
  const { github, organization } = sandbox;
  const fullName = `${organization}/web`;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error(`There is no ${organization}`);
  if (how === 'rename') github.renameRepository(fullName, 'moved');
  else void github.deleteRepository(fullName);
  const theirs = github.createRepository({ owner, creator: owner, name: 'web' });
  git(makeRepository(folder, 'theirs'), 'push', '-q', theirs.directory, 'main:main');
  github.addIssue(fullName, { title: 'Theirs' });
  return () => {
    const { id, description, private: isPrivate, archived, actionsEnabled, issues, pulls } = theirs;
    const said = [...issues, ...pulls].map(({ title, state, comments }) => [
      title,
      state,
      comments.length,
    ]);
    const refs = git(theirs.directory, 'for-each-ref');
    return JSON.stringify([id, description, isPrivate, archived, actionsEnabled, said, refs]);
  };
}

function read(directory: string, name: string): string | null {
  try {
    return git(directory, 'rev-parse', '--verify', '--quiet', name).trim();
  } catch {
    return null;
  }
}
