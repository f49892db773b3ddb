import { isMap, isNode, isScalar, isSeq, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

/** Reads from a YAML document and adds to it; all that is in it stays as it is. */

export function textAt(map: YAMLMap, key: string): string | null {
  const value = map.get(key);
  return typeof value === 'string' ? value : null;
}

/** The map under a key; created if there is none. */
export function mapUnder(map: YAMLMap, key: string): YAMLMap {
  const found = map.get(key, true);
  return isMap(found) ? found : setInOrder(map, key, new YAMLMap());
}

/** The list under a key; created if there is none. */
export function listUnder(map: YAMLMap, key: string): YAMLSeq {
  const found = map.get(key, true);
  return isSeq(found) ? found : setInOrder(map, key, new YAMLSeq());
}

export function mapsOf(list: YAMLSeq): readonly YAMLMap[] {
  return list.items.filter(isMap);
}

export function insertSorted(list: YAMLSeq, item: YAMLMap, keyOf: (item: YAMLMap) => string): void {
  insertBefore(list, item, (other) => isMap(other) && keyOf(other) > keyOf(item));
}

/** Under its key, before the first key that sorts after it. */
export function insertKey(map: YAMLMap, key: string, value: YAMLMap | YAMLSeq): void {
  const pair = new Pair(new Scalar(key), value);
  insertBefore(map, pair, (other) => isScalar(other.key) && String(other.key.value) > key);
}

/** An empty `[]` or `{}` is written in lines once something is in it. */
function insertBefore<T>(
  collection: { flow?: boolean; items: T[] },
  item: T,
  isLater: (other: T) => boolean,
): void {
  collection.flow = false;
  const at = collection.items.findIndex(isLater);
  collection.items.splice(at < 0 ? collection.items.length : at, 0, item);
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

function setInOrder<T extends YAMLMap | YAMLSeq>(map: YAMLMap, key: string, value: T): T {
  const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (pair === undefined) {
    map.items.push(new Pair(new Scalar(key), value));
    return value;
  }
  // Comments beside an empty value are somebody's work, too.
  if (isNode(pair.value)) {
    const comments = [pair.value.commentBefore, pair.value.comment].filter(Boolean);
    if (comments.length > 0) value.commentBefore = comments.join('\n');
  }
  pair.value = value;
  return value;
}
