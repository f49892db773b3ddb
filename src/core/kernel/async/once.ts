/** A function that creates its result with the first call, and gives the same one from then on. */
export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | null = null;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
