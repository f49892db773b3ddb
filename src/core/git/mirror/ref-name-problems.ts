import { MigratorError } from '../../kernel/errors.ts';
import { isEscaped } from './ref-listing.ts';

/**
 * Why the target refuses branches and tags by their names alone, one problem a name: GitHub's own rules (length, and what it
 * answers with GH002), and names that are not UTF-8, which cannot be pushed. Pure.
 */
export function refNameProblems(names: Iterable<string>, maxBytes: number): MigratorError[] {
  return [...names].flatMap((name) => {
    const problem = problemOf(name, maxBytes);
    return problem === null
      ? []
      : new MigratorError('refused', problem, {
          hint: 'Rename it at the source, or delete it there, and migrate again.',
        });
  });
}

function problemOf(name: string, maxBytes: number): string | null {
  if (isEscaped(name)) return `The name of the ref ${name} is not UTF-8, and cannot be pushed`;
  const bytes = Buffer.byteLength(name);
  if (bytes > maxBytes)
    return `The ref ${name} has ${bytes} bytes; the target takes at most ${maxBytes}`;
  const short = name.replace(/^refs\/(heads|tags)\//, '');
  if (/^[0-9a-fA-F]{40}$/.test(short))
    return `The ref ${name} is named like an object (40 hexadecimal digits), which the target refuses`;
  if (short.startsWith('refs/'))
    return `The ref ${name} has a name that begins with refs/, which the target refuses`;
  return null;
}
