import type { Image } from '../model/image.ts';
import { child, placedText, type Tree } from '../tree/tree.ts';
import { type ParseContext, reportOthers } from './context.ts';

const keys = new Set(['name', 'username', 'password', 'email', 'run-as-user', 'aws']);

/** An image by its name, or with credentials. */
export function parseImage(tree: Tree | undefined, context: ParseContext): Image | null {
  if (tree === undefined) return null;
  const { place } = tree;
  const none = { username: null, password: null, user: null, aws: null };
  const simple = placedText(tree);
  if (simple !== null) return { place, name: simple.value, ...none };
  reportOthers(tree, keys, context);
  const name = placedText(child(tree, 'name'))?.value;
  if (name === undefined) return null;
  const email = child(tree, 'email');
  if (email !== undefined) context.findings.exact(email.place, 'Registries need no email address');
  return {
    place,
    name,
    username: placedText(child(tree, 'username')),
    password: placedText(child(tree, 'password')),
    user: placedText(child(tree, 'run-as-user')),
    aws: child(tree, 'aws')?.place ?? null,
  };
}
