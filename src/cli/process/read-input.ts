import { MigratorError } from '../../core/kernel/errors.ts';

/**
 * All of standard input.
 * @throws `input-file` where it is longer
 */
export async function readInput(maxCharacters: number): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) {
    text += part;
    if (text.length > maxCharacters) {
      throw new MigratorError(
        'input-file',
        `Standard input holds more than ${maxCharacters} characters`,
        { hint: 'Check what is piped into it.' },
      );
    }
  }
  return text;
}
