import type { DataCenterInstance } from '../bitbucket-data-center/instance.ts';
import { History } from './history/history.ts';
import { importHistory } from './history/import-history.ts';
import { addDataCenterSettings } from './settings/data-center-settings.ts';

/** Returns what a Data Center has besides: a repository of a person, and one that is archived. */
export async function addDataCenterSample(instance: DataCenterInstance): Promise<void> {
  const { bitbucket, rules, tools } = instance;
  for (const { slug, project } of [
    { slug: 'notes', project: { key: '~robin-keller', name: 'Robin Keller' } },
    { slug: 'old-shop', project: { key: 'SHOP', name: 'Online Shop' } },
  ]) {
    await bitbucket.addRepository({ slug, name: slug, project, mainBranch: 'main' });
    const history = new History({ start: '2019-02-04T09:00:00Z' });
    history.commit({
      branch: 'main',
      message: 'Begin',
      changes: { 'README.md': `# ${slug}\n` },
    });
    await importHistory(tools, bitbucket.gitDirectory(slug), history);
  }
  rules.archived.add('old-shop');
  addDataCenterSettings(instance);
}
