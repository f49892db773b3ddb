/** The items whose text contains every word of the filter, in any case and order. Pure. */
export function filterBy<T>(
  items: readonly T[],
  filter: string,
  textOf: (item: T) => string,
): readonly T[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
