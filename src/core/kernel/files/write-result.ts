import { diskFull, MigratorError } from '../errors.ts';
import { count } from '../format/format.ts';
import { jsonLine } from '../format/json.ts';
import type { Program } from '../program.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Writes a result to the file that was named, all of it or nothing, and says so; or to standard output if none was.
 * @throws `input-file` if the file cannot be written
 */
export async function writeResult(options: {
  text: string;
  path: string | undefined;
  /** How many of what the result holds. */
  repositories?: number;
  people?: number;
  secrets?: number;
  /** The file that is there was read, and is added to. */
  isAddedTo?: boolean;
  json: boolean;
  program: Program;
}): Promise<void> {
  const { text, path, repositories, people, secrets, program } = options;
  if (path === undefined || path === '-') {
    program.stdout.write(text);
    return;
  }
  const wasThere = await writeText(path, text);
  const replaced = wasThere && options.isAddedTo !== true;
  if (options.json) {
    const held = { repositories, people, secrets, ...(replaced ? { replaced } : {}) };
    program.stdout.write(jsonLine({ type: 'file-written', path, ...held }));
    return;
  }
  program.stderr.write(`Wrote ${path} with ${heldText(options)}.\n`);
  if (replaced) program.stderr.write('It replaced the file that was there.\n');
}

function heldText(held: { repositories?: number; people?: number; secrets?: number }): string {
  if (held.people !== undefined) return count(held.people, 'person', 'people');
  if (held.secrets !== undefined) return count(held.secrets, 'secret');
  return count(held.repositories ?? 0, 'repository', 'repositories');
}

/**
 * Writes a text to the file that was named, all of it or nothing.
 * @returns whether there was a file before
 * @throws `input-file` if the file cannot be written, `disk-full`
 */
export async function writeText(path: string, text: string): Promise<boolean> {
  try {
    return await replaceFile(path, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, cause: unknown): MigratorError {
  const { code } = cause as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const hint =
      'Free some space there, or name a file on another disk, and run the command again.';
    return diskFull({ where: path, hint, cause });
  }
  if (code === 'EISDIR') {
    return new MigratorError('input-file', `${path} is a folder, not a file`, {
      hint: 'Name a file within it.',
      cause,
    });
  }
  return new MigratorError(
    'input-file',
    `${path} cannot be written (${code ?? 'unknown reason'})`,
    {
      hint: 'Check that its folder exists and that you may write there.',
      cause,
    },
  );
}
