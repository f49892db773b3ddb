import * as z from 'zod';
import type { JiraLink } from '../../ports/records/source-settings.ts';
import type { Autolink } from '../../ports/records/target-settings.ts';
import type { MappingContext } from '../mapping/item.ts';
import type { KindSetting, SettingKind } from './kind.ts';
import { listKind } from './list-kind.ts';
import { text } from './schemas.ts';

interface Sets {
  readonly autolinks: readonly Autolink[];
}

/** Keys of Jira as autolinks. */
export const autolinks: SettingKind<Sets> = {
  parts: {
    jira: {
      title: 'links to Jira',
      schema: z
        .array(
          z.object({
            key: text,
            url: text.nullable().describe('Null where the key was only seen in pull requests.'),
          }),
        )
        .default([]),
    },
  },
  planned: ['autolink'],
  isSeenInTexts: true,
  map: ({ settings }, context) => mapJiraLinks(settings.jira, context),
  ...listKind('autolinks', {
    kind: 'autolink',
    phase: 'first',
    schema: z.strictObject({ prefix: text, url: text }),
    nameOf: ({ prefix }) => prefix,
    idOf: ({ prefix }) => prefix.toLowerCase(),
    list: (port, at) => port.listAutolinks(at),
    create: (port, at, link) => port.createAutolink({ ...at, link }),
    compare: ({ url }, found) =>
      url === found.url
        ? null
        : { note: `links to ${found.url}; the plan says ${url}`, differs: null },
  }),
};

/** GitHub refuses prefixes of which one starts with the other. Pure. */
function mapJiraLinks(
  links: readonly JiraLink[],
  { jiraUrl }: Pick<MappingContext, 'jiraUrl'>,
): KindSetting<Sets>[] {
  const prefixes = links.map(({ key }) => `${key}-`.toLowerCase());
  return links.map(({ key, url }, index) => {
    const described = {
      id: `autolink:${key}`,
      kind: 'autolink',
      source: `Jira project ${key}`,
      looser: null,
    } as const;
    const none = (why: string): KindSetting<Sets> => ({
      item: { ...described, target: '', grade: 'none', why },
      set: { autolinks: [] },
    });
    const prefix = `${key}-`;
    const before = prefixes.slice(0, index);
    const own = prefix.toLowerCase();
    if (!/^[A-Z][A-Z0-9_]*$/i.test(key)) return none('Not a Jira key.');
    if (before.some((other) => own.startsWith(other) || other.startsWith(own))) {
      return none('GitHub refuses autolinks whose prefixes overlap.');
    }
    if (url === null && jiraUrl === undefined) {
      return none("Seen in pull requests: pass Jira's URL to plan with --jira-url.");
    }
    const base = browsePage(url ?? `${jiraUrl?.replace(/\/+$/, '')}/browse/${key}`, key);
    if (base === null) return none('Its URL is not a web URL.');
    return {
      item: {
        ...described,
        target: `autolink ${prefix}`,
        grade: 'exact',
        why: 'Keys become links; Atlassian’s app for GitHub handles smart commits.',
      },
      set: { autolinks: [{ prefix, url: `${base}/${prefix}<num>` }] },
    };
  });
}

/** `https://jira.example.com/context/browse`, from any page of the project. */
function browsePage(url: string, key: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const end = `/browse/${key}`;
  const context = pathname.endsWith(end) ? pathname.slice(0, -end.length) : '';
  return `${origin}${context}/browse`;
}
