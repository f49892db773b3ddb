import { MigratorError } from '../kernel/errors.ts';
import { safe } from '../kernel/format/terminal-text.ts';

interface Named {
  readonly slug: string;
  /** Missing where it is the slug, or was not kept. */
  readonly name?: string | undefined;
}

/** As Bitbucket makes it of a name. */
export function slugOfName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
}

/**
 * Finds the repository that somebody means by a slug or a name. A slug is unique, so that it comes first.
 * @param option what the name is given to
 * @returns gives the slug; `null` where there is none. It throws `usage`, naming the slugs, where several have the name
 */
export function slugFinder(
  repositories: readonly Named[],
  option: string,
): (text: string) => string | null {
  const slugs = new Set(repositories.map(({ slug }) => slug));
  const byName = Map.groupBy(repositories, ({ name }) => name);
  const byLowerName = Map.groupBy(repositories, ({ name }) => name?.toLowerCase());
  const unnamed = new Set((byName.get(undefined) ?? []).map(({ slug }) => slug));
  return (text) => {
    if (slugs.has(text)) return text;
    const named = byName.get(text) ?? byLowerName.get(text.toLowerCase()) ?? [];
    const [first, ...others] = named.map(({ slug }) => slug);
    if (others.length > 0) throw ambiguous(option, text, named);
    const made = slugOfName(text);
    return first ?? (unnamed.has(made) ? made : null);
  };
}

function ambiguous(option: string, text: string, named: readonly Named[]): MigratorError {
  const slugs = named.map(({ slug }) => safe(slug)).join(', ');
  return new MigratorError(
    'usage',
    `${option}: ${named.length} repositories are named ${safe(text)}`,
    { hint: `Use a slug: ${slugs}.` },
  );
}
