import { isJsonTooDeep } from './is-too-deep.ts';
import { jsonPlaces } from './json-places.ts';
import { jsonProblems } from './json-problems.ts';
import { nestedTooDeeply, type Reading, withoutOverflow } from './problem.ts';

/** What a JSON text holds. */
export function readJson(text: string): Reading {
  return isJsonTooDeep(text) ? nestedTooDeeply : withoutOverflow(() => read(text));
}

function read(text: string): Reading {
  const problems = jsonProblems(text);
  if (problems.length > 0) return { problems };
  try {
    return { value: JSON.parse(text), locate: (targets) => jsonPlaces(text, targets) };
  } catch {
    return { problems: [{ at: null, message: 'it is not JSON' }] };
  }
}
