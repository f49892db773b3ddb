import type { Inventory } from '../../discovery/inventory-schema.ts';
import { count, firstOf } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';

/** Which repositories have variables, and how many on which level. Pure. */
export function secretNamesLines({
  repositories,
}: Pick<Inventory, 'repositories'>): readonly string[] {
  const shared = new Set(repositories.flatMap(({ secrets }) => secrets?.workspace ?? []));
  const rows = repositories.flatMap(({ name, slug, secrets }) => {
    const own = secrets?.repository?.length ?? 0;
    const environments = Object.values(secrets?.deployments ?? {}).filter(
      (names) => names.length > 0,
    );
    const deployed = environments.reduce((sum, names) => sum + names.length, 0);
    if (own + deployed === 0) return [];
    const parts = [
      ...(own === 0 ? [] : [`${own} on the repository`]),
      ...(deployed === 0 ? [] : [`${deployed} in ${count(environments.length, 'environment')}`]),
    ];
    return [`${safe(slug ?? name)}: ${parts.join(', ')}`];
  });
  const names = [...shared].slice(0, 10).map(safe).join(', ');
  const more = shared.size > 10 ? ', ...' : '';
  return [
    `Workspace variables: ${shared.size === 0 ? 'none' : `${names}${more}`}`,
    `Repositories with their own variables: ${rows.length === 0 ? 'none' : rows.length} of ${repositories.length}`,
    ...firstOf(rows, 30).map((row) => `  ${row}`),
  ];
}

/** Tells whether there is a variable on any level. Pure. */
export function hasSecretNames({ repositories }: Pick<Inventory, 'repositories'>): boolean {
  return repositories.some(({ secrets }) =>
    [secrets?.workspace, secrets?.repository, ...Object.values(secrets?.deployments ?? {})].some(
      (names) => (names?.length ?? 0) > 0,
    ),
  );
}
