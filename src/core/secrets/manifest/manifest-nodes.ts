import { isMap, isNode, isScalar, isSeq, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

/** Reading and adding in a YAML document, so that whatever stands in it already stays as it is. */

export function textAt(map: YAMLMap, key: string): string | null {
  const value = map.get(key);
  return typeof value === 'string' ? value : null;
}

/** The map under a key; made if there is none, or nothing. */
export function mapUnder(map: YAMLMap, key: string): YAMLMap {
  const found = map.get(key, true);
  if (isMap(found)) return found;
  const made = new YAMLMap();
  setInOrder(map, key, made);
  return made;
}

/** The list under a key; made if there is none, or nothing. */
export function listUnder(map: YAMLMap, key: string): YAMLSeq {
  const found = map.get(key, true);
  if (isSeq(found)) return found;
  const made = new YAMLSeq();
  setInOrder(map, key, made);
  return made;
}

export function mapsOf(list: YAMLSeq): readonly YAMLMap[] {
  return list.items.filter(isMap);
}

/** What was an empty `[]` or `{}` is written in lines once something is in it. */
export function insertSorted(list: YAMLSeq, item: YAMLMap, keyOf: (item: YAMLMap) => string): void {
  list.flow = false;
  const at = list.items.findIndex((other) => isMap(other) && keyOf(other) > keyOf(item));
  if (at < 0) list.items.push(item);
  else list.items.splice(at, 0, item);
}

/** Under its key, before the first key that sorts after it. */
export function insertKey(map: YAMLMap, key: string, value: YAMLMap | YAMLSeq): void {
  map.flow = false;
  const pair = new Pair(new Scalar(key), value);
  const at = map.items.findIndex((other) => isScalar(other.key) && String(other.key.value) > key);
  if (at < 0) map.items.push(pair);
  else map.items.splice(at, 0, pair);
}

/** A map of plain values, with a comment above it. */
export function newEntry(
  values: Readonly<Record<string, string | undefined>>,
  comment: string | null,
): YAMLMap {
  const map = new YAMLMap();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) map.items.push(new Pair(new Scalar(key), new Scalar(value)));
  }
  if (comment !== null) map.commentBefore = ` ${oneLine(comment)}`;
  return map;
}

/** Whatever a name holds, a comment is one line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

function setInOrder(map: YAMLMap, key: string, value: YAMLMap | YAMLSeq): void {
  const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (pair === undefined) {
    map.items.push(new Pair(new Scalar(key), value));
    return;
  }
  // What stands beside nothing is somebody's, too.
  if (isNode(pair.value)) {
    const comments = [pair.value.commentBefore, pair.value.comment].filter(isText);
    if (comments.length > 0) value.commentBefore = comments.join('\n');
  }
  pair.value = value;
}

function isText(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}
