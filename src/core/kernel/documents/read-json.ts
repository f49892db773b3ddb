import { printParseErrorCode, visit } from 'jsonc-parser';
import { isJsonTooDeep } from './is-too-deep.ts';
import { jsonPlaces } from './json-places.ts';
import { enough, nestedTooDeeply, type Problem, type Reading, withoutOverflow } from './problem.ts';

/** Reads what a JSON text holds. */
export function readJson(text: string): Reading {
  return isJsonTooDeep(text) ? nestedTooDeeply : withoutOverflow(() => read(text));
}

function read(text: string): Reading {
  const problems = jsonProblems(text);
  if (problems.length > 0) return { problems };
  try {
    return { value: JSON.parse(text), locate: (targets) => jsonPlaces(text, targets) };
  } catch {
    return { problems: [{ at: null, message: 'not valid JSON' }] };
  }
}

/** Several times what a file of 100,000 repositories holds; a few megabytes of `{},` would fill the memory. */
const maxContainers = 1_000_000;
const maxKeys = 10_000;

/**
 * Why a text is not to be read as JSON, found in one pass that keeps nothing of it: the first place where it is not JSON,
 * since what follows comes from the same slip, and the keys that an object has twice, of which JSON.parse would silently
 * keep the last.
 */
function jsonProblems(text: string): readonly Problem[] {
  let invalid: Problem | undefined;
  const duplicates = new Map<string, Problem>();
  const objects: Set<string>[] = [];
  let containers = 0;
  let crowded: Problem | undefined;
  visit(
    text,
    {
      onObjectBegin: () => {
        containers += 1;
        objects.push(new Set());
      },
      onObjectEnd: () => void objects.pop(),
      onArrayBegin: () => {
        containers += 1;
      },
      onObjectProperty: (key, _offset, _length, line, character) => {
        const keys = objects.at(-1);
        if (keys === undefined) return;
        if (keys.has(key) && !duplicates.has(key) && duplicates.size < enough) {
          duplicates.set(key, problem(line, character, `duplicate key ${key}`));
        }
        if (keys.size < maxKeys) keys.add(key);
        else crowded ??= problem(line, character, `an object has more than ${maxKeys} keys`);
      },
      onError: (code, _offset, _length, line, character) => {
        const words = inWords(printParseErrorCode(code));
        invalid ??= problem(line, character, `not valid JSON: ${words}`);
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  if (invalid !== undefined) return [invalid];
  if (containers > maxContainers) {
    return [{ at: null, message: `it contains more than ${maxContainers} objects and lists` }];
  }
  return crowded === undefined ? [...duplicates.values()] : [crowded];
}

function problem(line: number, character: number, message: string): Problem {
  return { at: { line: line + 1, column: character + 1 }, message };
}

/** `PropertyNameExpected` becomes `property name expected`. */
function inWords(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
