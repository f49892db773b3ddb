import type { Answer } from '../../network/answer.ts';
import type { GithubRepository } from '../records.ts';
import { fullNameOf } from '../repositories/repository-book.ts';

/** Returns what a person sees who opens a repository in a browser: enough to know that it is there. */
export function repositoryPage(repository: GithubRepository): Answer {
  const name = escaped(fullNameOf(repository));
  const rows = repository.pulls.map(({ number, title }) => `<li>#${number} ${escaped(title)}</li>`);
  const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${name}</title>
<h1>${name}</h1>
<p>A repository of the embedded GitHub, which has no other pages. Pull requests: ${rows.length}</p>
<ul>${rows.join('\n')}</ul>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  };
  return { status: 200, headers, body };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
