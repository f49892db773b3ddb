import type { Answer } from '../../network/answer.ts';
import { invalidRequest } from '../rest/answers.ts';
import type { Parameters } from '../rest/parameters.ts';
import type { NameConditions, PropertyCondition, RepositoryConditions } from './records.ts';

/** `null`: not of that form. */
export function readNames(value: unknown): NameConditions | null {
  const { include = [], exclude = [] } = (value ?? {}) as Parameters;
  return isTexts(include) && isTexts(exclude) ? { include, exclude } : null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** An organization's ruleset says which repositories it is for, in one of three ways. */
export function readRepositoryConditions(values: Parameters): RepositoryConditions | Answer {
  const [kind, ...more] = Object.keys(values);
  if (kind === undefined || more.length > 0) {
    return invalidRequest('Exactly one condition for repositories is needed.');
  }
  const value = (values[kind] ?? {}) as Parameters;
  if (kind === 'repository_name') {
    const names = readNames(value);
    return names === null ? invalidRequest('No names.') : { kind: 'name', names };
  }
  if (kind === 'repository_id') {
    const ids = value.repository_ids;
    const isList = Array.isArray(ids) && ids.every(Number.isInteger);
    return isList ? { kind: 'id', ids: ids as number[] } : invalidRequest('No repository_ids.');
  }
  if (kind !== 'repository_property') return invalidRequest(`"${kind}" is not a permitted key.`);
  const include = readProperties(value.include);
  const exclude = readProperties(value.exclude);
  return include === null || exclude === null
    ? invalidRequest('No properties.')
    : { kind: 'property', include, exclude };
}

function readProperties(value: unknown): readonly PropertyCondition[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const read = (value as Parameters[]).map(({ name, property_values: values }) =>
    typeof name === 'string' && isTexts(values) ? { name, values } : null,
  );
  return read.includes(null) ? null : read.filter((one) => one !== null);
}
