import * as z from 'zod';
import type { SettingsOfPart } from '../../../ports/settings-source.ts';
import { text } from '../../shared/lenient-schema.ts';
import { repositoryPath } from '../names/names.ts';
import { readObject, type SettingsReader, type Wanted } from './settings-pages.ts';

const pageSchema = z.object({
  values: z.array(
    z.object({
      title: text,
      source: z
        .object({ branch: z.object({ name: text }) })
        .nullish()
        .catch(null),
    }),
  ),
});

/** Keys of Jira in titles and branches of the newest pull requests: Cloud lists no links to Jira. One request. */
export async function readIssueKeys(
  reader: SettingsReader,
  wanted: Wanted,
): Promise<SettingsOfPart> {
  const page = await readObject(reader, {
    path: `${repositoryPath(wanted)}/pullrequests`,
    query: {
      state: ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'],
      sort: '-created_on',
      pagelen: 50,
      fields: 'values.title,values.source.branch.name',
    },
    schema: pageSchema,
    canBeMissing: true,
    signal: wanted.signal,
  });
  const texts = (page?.values ?? []).map(
    ({ title, source }) => `${title}\n${source?.branch.name ?? ''}`,
  );
  return { settings: { jira: issueKeys(texts).map((key) => ({ key, url: null })) }, missing: null };
}

const issueKey = /(?<![A-Za-z0-9_-])([A-Z][A-Z0-9_]{1,9})-([1-9]\d{0,6})(?![A-Za-z0-9])/g;

/** Words with a number behind them that are no keys: `UTF-8`, `SHA-256`. */
const otherWords = ['UTF', 'SHA', 'ISO', 'RFC', 'CVE', 'ES', 'HTTP', 'TLS', 'AES', 'RSA', 'PEP'];

/** Keys of Jira's projects that stand before two numbers or more, as the key of a project would. Pure. */
function issueKeys(texts: readonly string[]): readonly string[] {
  const numbers = new Map<string, Set<string>>();
  for (const one of texts) {
    for (const [, key = '', number = ''] of one.matchAll(issueKey)) {
      numbers.set(key, (numbers.get(key) ?? new Set()).add(number));
    }
  }
  const keys = [...numbers].filter(([key, all]) => all.size > 1 && !otherWords.includes(key));
  return keys.map(([key]) => key).sort();
}
