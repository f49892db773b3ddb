import { readHead } from '../../../git/bare-repository.ts';
import type { Answer } from '../../../network/answer.ts';
import { type Html, html } from '../../../pages/html.ts';
import { repositoryFrame } from '../frame.ts';
import type { RepositoryPlace } from '../place.ts';
import { visibilityLabel } from '../repository-page.ts';
import { factsPanel } from './facts.ts';
import { accessPanels } from './people-settings.ts';
import { rulesPanels } from './rule-settings.ts';
import { secretPanels } from './secret-settings.ts';

/** Shows what administrators have set; values of secrets are shown nowhere. */
export function settingsPage(place: RepositoryPlace): Answer {
  const content = html`<h1>Settings ${visibilityLabel(place.repository)}</h1>
${generalPanel(place)}
${mergePanel(place)}
${accessPanels(place)}
${rulesPanels(place)}
${hooksPanel(place)}
${secretPanels(place)}
${otherPanels(place)}`;
  return repositoryFrame(place, { title: 'Settings', tab: 'settings', content });
}

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

function generalPanel({ repository }: RepositoryPlace): Html {
  const { homepage, topics, actionsEnabled, hasIssues, hasProjects, hasWiki } = repository;
  return factsPanel('General', [
    ['Default branch', readHead(repository.directory)],
    ['Actions', onOff(actionsEnabled)],
    ['Issues', onOff(hasIssues)],
    ['Projects', onOff(hasProjects)],
    ['Wiki', onOff(hasWiki)],
    ['Website', homepage ?? ''],
    ['Topics', topics.join(', ')],
  ]);
}

function mergePanel({ repository }: RepositoryPlace): Html {
  const { settings } = repository;
  return factsPanel('Pull requests', [
    ['Merge commits', onOff(repository.allowMergeCommit)],
    ['Squash merging', onOff(repository.allowSquashMerge)],
    ['Rebase merging', onOff(repository.allowRebaseMerge)],
    ['Auto-merge', onOff(settings.allowAutoMerge)],
    ['Update branches', onOff(settings.allowUpdateBranch)],
    ['Delete head branches on merge', onOff(repository.deleteBranchOnMerge)],
    ['Who may create them', repository.pullRequestPolicy?.replaceAll('_', ' ') ?? ''],
  ]);
}

function hooksPanel({ repository }: RepositoryPlace): Html {
  const rows = repository.settings.hooks.map(({ url, events, active, hasSecret }) => {
    const secret = hasSecret ? ', with a secret' : '';
    return [url, `${active ? 'active' : 'inactive'}${secret}: ${events.join(', ')}`] as const;
  });
  return factsPanel('Webhooks', rows);
}

function otherPanels({ repository }: RepositoryPlace): Html {
  const { keys, autolinks, properties } = repository.settings;
  return html`${factsPanel(
    'Deploy keys',
    keys.map(({ title, key, readOnly }) => [title, `${readOnly ? 'read' : 'write'}: ${key}`]),
  )}
${factsPanel(
  'Autolinks',
  autolinks.map(({ prefix, template }) => [prefix, template]),
)}
${factsPanel(
  'Custom properties',
  [...properties].map(([name, value]) => [name, [value].flat().join(', ')]),
)}`;
}
