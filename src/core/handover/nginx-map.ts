import type { Moves } from './repository-move.ts';

/**
 * A map for the reverse proxy of a Data Center: Git follows a redirect of its first request, and people find the new page.
 * Pure.
 */
export function nginxMap({ prefix, repositories, host }: Moves): string {
  const context = prefix.replace(/\/scm$/, '');
  // nginx decodes $uri: a line break in it would end the header.
  const rows = repositories.flatMap(({ key, newUrl }) => {
    const path = key.slice(host.length + 1);
    const [owner = '', slug = ''] = path.split('/');
    const page = owner.startsWith('~') ? `users/${owner.slice(1)}` : `projects/${owner}`;
    return [
      `  "~*^${escaped(`${prefix}/${path}`)}(\\.git)?(?<git_rest>/[!-~]*)?$" ${newUrl}.git$git_rest;`,
      `  "~*^${escaped(`${context}/${page}/repos/${slug}`)}(/.*)?$" ${newUrl};`,
    ];
  });
  return [head, 'map $uri $moved_to {', '  default "";', ...rows, '}', ''].join('\n');
}

const head = `# For nginx in front of Bitbucket Data Center. Include it in the http block, and add to the server block:
#
#   if ($moved_to) { return 301 $moved_to$is_args$args; }
#
# Git then asks the new host, with its credentials for that host.`;

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}
