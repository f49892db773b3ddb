import { createHash } from 'node:crypto';

/**
 * Names a resource after something on GitHub. The same parts always give the same name, whatever else an export holds: a
 * state that Terraform has imported stays valid. Different parts give different names. Pure.
 */
export function resourceName(...parts: readonly string[]): string {
  const plain = parts.map((part) => part.replace(/[^A-Za-z0-9_-]+/g, '_'));
  const joined = plain.join('__');
  const isClear =
    plain.every((part, at) => part === parts[at] && part !== '' && !/__|^_|_$/.test(part)) &&
    /^[A-Za-z]/.test(joined);
  if (isClear) return joined;
  const mark = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
  return `${/^[A-Za-z]/.test(joined) ? '' : '_'}${joined.slice(0, 80)}__${mark}`;
}
