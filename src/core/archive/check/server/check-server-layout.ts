import { serverPaths } from '../../records/server/server-paths.ts';
import { problemIn, type ReadPull, type ServerContents } from './server-contents.ts';

/** Reports what an export lacks as a whole, and numbers that contradict each other. */
export function checkServerLayout(contents: ServerContents): void {
  const { found, pulls, findings } = contents;
  const { report } = findings;
  const names = serverPaths({
    project: '<project>',
    repository: '<repository>',
    hierarchy: '<id>',
  });
  for (const [kind, path] of Object.entries(names)) {
    if (!found.has(kind as keyof typeof names)) report(problemIn(path, 'layout', 'it is missing'));
  }
  checkIds(contents);
  for (const pull of pulls.values()) checkWhole(contents, pull);
}

function checkIds({ found, project, repository, findings }: ServerContents): void {
  if (project === null || repository === null) return;
  const own = serverPaths({
    project: project.id,
    repository: repository.id,
    hierarchy: repository.hierarchyId,
  });
  for (const [kind, path] of found) {
    const expected = (own as Readonly<Record<string, string>>)[kind];
    if (expected !== path)
      findings.report(problemIn(path, 'reference', `the records call for ${expected}`));
  }
  if (repository.projectId === project.id) return;
  const file = found.get('repository') ?? '';
  findings.report(problemIn(file, 'reference', `projectId is not ${project.id}`));
}

function checkWhole({ findings }: ServerContents, pull: ReadPull): void {
  const { number, file, metadata, activities, cached } = pull;
  const { report } = findings;
  if (metadata !== null && metadata.id !== number)
    report(problemIn(file, 'reference', `id is ${metadata.id}, but its path says ${number}`));
  const parts = { 'metadata.json': metadata, 'activities.json': activities, caches: cached };
  for (const [name, value] of Object.entries(parts)) {
    if (value === null)
      report(problemIn(file, 'layout', `pull request ${number} has no readable ${name}`));
  }
}
