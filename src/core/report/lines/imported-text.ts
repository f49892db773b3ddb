import { count } from '../../kernel/format/format.ts';

/** Says what pull requests cost that the target's importer creates. Pure. @param repositories how many have such */
export function importedText(repositories: number): string {
  const many = count(repositories, 'repository', 'repositories');
  return `Pull requests of ${many}: by GitHub's importer, without content-creating requests, in minutes to hours`;
}
