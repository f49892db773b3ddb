import { MigratorError } from '../errors.ts';
import { isEscaped } from './ref-listing.ts';

/** Ref names that the target refuses: too long, or named like an object; and those that are not UTF-8. Pure. */
export function refNameProblems(names: Iterable<string>, maxBytes: number): MigratorError[] {
  const problems: MigratorError[] = [];
  for (const name of names) {
    if (isEscaped(name)) {
      problems.push(
        new MigratorError(
          'refused',
          `The name of the ref ${name} is not UTF-8, and cannot be pushed`,
          {
            hint: 'Rename it at the source, or delete it there, and migrate again.',
          },
        ),
      );
      continue;
    }
    const bytes = Buffer.byteLength(name);
    if (bytes > maxBytes) {
      problems.push(
        new MigratorError(
          'refused',
          `The ref ${name} has ${bytes} bytes; the target takes at most ${maxBytes}`,
          { hint: 'Rename it at the source, or delete it there, and migrate again.' },
        ),
      );
    }
    if (/^refs\/(heads|tags)\/[0-9a-fA-F]{40}$/.test(name)) {
      problems.push(
        new MigratorError(
          'refused',
          `The ref ${name} is named like an object (40 hexadecimal digits), which the target refuses`,
          { hint: 'Rename it at the source, or delete it there, and migrate again.' },
        ),
      );
    }
  }
  return problems;
}
