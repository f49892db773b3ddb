import { expect, vi } from 'vitest';
import { answerWithoutParsing } from '../../../src/cli/quick-answers.ts';
import type { Workplace } from '../program/workplace.ts';
import { type Area, commandsIn, hintsWithCommands } from './areas.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface FollowOptions {
  readonly environment?: Environment;
  /** Variables that the hint asks to set first; `environment` if left out. */
  readonly mended?: Environment;
  /** Words that a person writes in place of `<id>` and the like. */
  readonly values?: Readonly<Record<string, string>>;
  /** Work of a person before the hint is followed. */
  readonly mend?: () => Promise<unknown> | unknown;
}

/** Runs what hints name, and knows which hints it has seen. */
export interface Follower {
  /** Runs a command line that prints hints, then each command of theirs. */
  follow(args: readonly string[], options?: FollowOptions): Promise<readonly string[]>;
  /** The same for a text that was printed otherwise. */
  followText(text: string, options?: FollowOptions): Promise<readonly string[]>;
  /** That every hint of the area was printed here: the last test of a file. */
  expectAll(area: Area): void;
}

/** Questions that a person at a terminal answers. */
const questions = /--cancel|--overwrite|--through-pipeline/;
/** They take minutes; the tests in test/program/calibration/ run them as they are printed. */
const calibrates = /^doctor --calibrate (--importer )?--target-org \S+$/;

/** @param open the workplace, which a test may exchange */
export function createFollower(open: () => Workplace): Follower {
  const seen: string[] = [];

  async function followText(text: string, options: FollowOptions = {}) {
    const { environment, mended = environment, values = {}, mend } = options;
    seen.push(text.replace(/\s+/g, ' '));
    await mend?.();
    const followed: string[] = [];
    for (const printed of commandsIn(text)) {
      const words = printed.map((word) => values[word] ?? word);
      const line = words.join(' ');
      if (calibrates.test(line)) continue;
      followed.push(line);
      if (words.at(-1) === '--help') {
        expect([line, answersHelp(words)]).toEqual([line, true]);
        continue;
      }
      const argv = questions.test(line) ? [...words, '--yes'] : words;
      const { code, stdout, stderr } = await open().run(argv, mended);
      expect([line, code, stderr + stdout]).toEqual([line, 0, stderr + stdout]);
    }
    return followed;
  }

  return {
    followText,
    async follow(args, options = {}) {
      const { stdout, stderr } = await open().run(args, options.environment);
      return followText(`${stdout}\n${stderr}`, options);
    },
    expectAll(area) {
      const missing = hintsWithCommands(area)
        .filter(({ text }) => !isAmong(seen, text))
        .map(({ file, line, text }) => `${file}:${line} ${text}`);
      expect(missing).toEqual([]);
    },
  };
}

/** Tells whether a string of the source was printed, whatever stood in its gaps, and as which migration. */
function isAmong(seen: readonly string[], text: string): boolean {
  const form = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('{}', '.*')
    .replaceAll('<id>', '(?:<id>|mig_\\w+)');
  return seen.some((one) => new RegExp(form).test(one));
}

/** As the program answers it before it loads a command. */
function answersHelp(words: readonly string[]): boolean {
  using _silent = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return answerWithoutParsing(words, '');
}
