import { type GitTools, runGit } from './git-tools.ts';
import { openObjects } from './objects/object-reader.ts';
import { putFile, writeObject } from './objects/write-objects.ts';

interface NewCommit {
  readonly parent: string;
  readonly message: string;
  /** Added or replaced. */
  readonly files: Readonly<Record<string, string>>;
  /** The workspace's own user if left out. */
  readonly author?: { readonly name: string; readonly email: string };
  /** Now if left out. */
  readonly on?: Date;
}

/** A commit on top of another one; the branch then leads to it. */
export async function commitFiles(
  tools: GitTools,
  directory: string,
  { branch, ...commit }: NewCommit & { readonly branch: string },
): Promise<string> {
  const made = makeCommit(directory, commit);
  await runGit(tools, directory, ['update-ref', `refs/heads/${branch}`, made]);
  return made;
}

const ownAuthor = { name: 'Robin Keller', email: 'robin.keller@acme.example' };

/** A commit on top of another one, which no branch leads to yet. @throws Error if that one is not there */
export function makeCommit(
  directory: string,
  { parent, message, files, author = ownAuthor, on = new Date() }: NewCommit,
): string {
  using objects = openObjects(directory);
  let tree = /^tree ([0-9a-f]{40})\n/.exec(objects.read(parent)?.content.toString() ?? '')?.[1];
  if (tree === undefined) throw new Error(`There is no commit ${parent}`);
  for (const [path, text] of Object.entries(files)) {
    const blob = writeObject(directory, 'blob', Buffer.from(text));
    tree = putFile(directory, objects, { tree, path: path.split('/'), blob });
  }
  const plain = (text: string) => text.replace(/[<>\n]/g, '');
  const seconds = Math.floor(on.getTime() / 1000);
  const by = `${plain(author.name)} <${plain(author.email)}> ${seconds} +0000`;
  const head = `tree ${tree}\nparent ${parent}\nauthor ${by}\ncommitter ${by}\n`;
  const ended = message === '' || message.endsWith('\n') ? message : `${message}\n`;
  return writeObject(directory, 'commit', Buffer.from(`${head}\n${ended}`));
}
