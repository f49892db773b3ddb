import { diffArguments, parseDiff } from '../../git/diff/parse-diff.ts';
import { runGit } from '../../git/git-tools.ts';
import type { Answer } from '../../network/answer.ts';
import { html } from '../../pages/html.ts';
import { plainText } from '../../pages/text/markdown.ts';
import { changedFiles } from './changed-files.ts';
import { repositoryFrame } from './frame.ts';
import type { RepositoryPlace } from './place.ts';
import { findCommit, readFileAt } from './read-code.ts';

/** A file at a branch or commit, as text: links in migrated texts lead there. */
export async function blobPage(
  place: RepositoryPlace,
  ref: string,
  parts: readonly string[],
): Promise<Answer | null> {
  const path = parts.join('/');
  const text = await readFileAt(place, { ref, path });
  if (text === null) return null;
  const shown = text.includes('\0') ? html`<p class="quiet">A binary file.</p>` : plainText(text);
  const content = html`<h1>${path}</h1>
<p class="state-line">at <span class="branch mono">${ref}</span></p>
<section class="panel"><div class="inside mono">${shown}</div></section>`;
  return repositoryFrame(place, { title: path, tab: 'code', content });
}

/** A commit with its changes to its first parent. */
export async function commitPage(place: RepositoryPlace, name: string): Promise<Answer | null> {
  const { repository, tools } = place;
  const commit = /^[0-9a-f]{7,40}$/.test(name) ? await findCommit(place, name) : null;
  if (commit === null) return null;
  const git = (...args: readonly string[]) => runGit(tools, repository.directory, args);
  const format = '--format=%an%x1f%aI%x1f%P%x1f%B';
  const said = (await git('log', '--no-walk', format, commit, '--')).split('\x1f');
  const [author = '', date = '', parents = '', message = ''] = said;
  const [parent = emptyTree] = parents.split(' ').filter(Boolean);
  const files = parseDiff(await git(...diffArguments, parent, commit, '--'));
  const [subject = '', ...more] = message.trim().split('\n');
  const content = html`<h1>${subject}</h1>
<p class="state-line"><b>${author}</b> ${date} <span class="mono">${commit}</span></p>
${more.length > 0 && plainText(more.join('\n').trim())}
${changedFiles([...files.values()])}`;
  return repositoryFrame(place, { title: subject, tab: 'code', content });
}

/** Git knows this tree without having it. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
