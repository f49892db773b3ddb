const cut = '…';

/**
 * Messages of git without what others have named: addresses, paths, refs, whatever stands in quotes, and the
 * operation's own host. A repository may be called `timeout-svc` or `404-page`, so only what is left is judged.
 * Pure; takes cleaned text.
 * @param subject the operation's own address, if it has one
 */
export function withoutNames(text: string, subject = ''): string {
  const host = URL.canParse(subject) ? new URL(subject).hostname : '';
  const names = text
    .split('\n')
    .map((line) => quotes(paths(shortRefs(line))))
    .join('\n');
  return host.includes('.') ? names.replaceAll(host, cut) : names;
}

/** Ref names never hold a space, so that each ends at one. `i/o timeout` is what Go programs say. */
function paths(line: string): string {
  return line
    .split(' ')
    .map((word) => {
      if (!word.includes('/') || word === 'i/o') return word;
      const start = /^["'(`[]*/.exec(word)?.[0] ?? '';
      const end = /["')`\],.:;]*$/.exec(word.slice(start.length))?.[0] ?? '';
      return `${start}${cut}${end}`;
    })
    .join(' ');
}

function quotes(line: string): string {
  return line
    .replace(/(?<=^|[ (=:])'[^\n]*?'(?=[),.:;]*(?: |$))/g, `'${cut}'`)
    .replace(/(?<=^|[ (=:])"[^\n]*?"(?=[),.:;]*(?: |$))/g, `"${cut}"`);
}

/** ` * [new branch]      broken -> broken`, and `src refspec broken matches more than one`. */
function shortRefs(line: string): string {
  return line
    .replace(/[^ ]+ +-> [^ ]+/g, `${cut} -> ${cut}`)
    .replace(/\b(refspec|remote ref) [^ ]+/g, `$1 ${cut}`);
}
