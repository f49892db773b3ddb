/** A text as an id of a job or a part of a file name; `fallback` where nothing is left of it. Pure. */
export function slugOf(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\*+/g, 'any')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
  if (slug === '') return fallback;
  return /^[a-z]/.test(slug) ? slug : `${fallback.replace(/-\d+$/, '')}-${slug}`;
}

/** The name itself, or with a number where it is taken; notes it as taken. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  taken.add(free);
  return free;
}
