/** A file with this name appears wherever one of the texts below is run by a shell, PowerShell or git. */
export const canary = 'executed-by-mistake';

const run = `touch ${canary}`;

/** Names that look like `ab`, and are others. */
export const hidden: readonly string[] = [
  'a\u200bb',
  'a\u00adb',
  'a\u2060b',
  'a\ufe0fb',
  'a\u{e0041}b',
];

/** Names that a hostile host, plan or person could give a repository, owner, host or variable. */
export const hostileNames: readonly string[] = [
  `a\n${run}`,
  `a\r\n${run}`,
  `a\nMOVES\n${run}\n`,
  `a'\n${run}\n'`,
  `$(${run})`,
  `\`${run}\``,
  `a';${run};'`,
  `a";${run};"`,
  `a|${run}`,
  `a' ; ${run} #`,
  `a"]\n\tx = y\n[alias]\n\tst = "!${run}`,
  `a\\`,
  `a,b/;w ${canary}`,
  `a;\n} ${run} {`,
  `a$request_uri`,
  `../../${canary}`,
  '..',
  '.',
  '-rf',
  '--upload-pack=touch',
  'a b',
  `=cmd|' /C ${run}'!A0`,
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  `\t=1+1`,
  `\n=1+1`,
  'a","=1+1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '](javascript:alert(1))',
  '| a | b |\n|---|---|',
  '{"type":"end"}\n{"type":"forged"}',
  '\u001b]0;title\u0007',
  '\u202egnp.exe',
  'a\u0000b',
  ...hidden,
];

/** Addresses that a hostile host could give as those of its own pages. */
export const hostileAddresses: readonly string[] = [
  // Parsers of addresses drop line feeds and tabs: what is checked is not what is written then.
  `https://github.com/acme/web\nMOVES\n}\ntouch\t${canary}\nmoves()\t{\ncat<<'MOVES'\n`,
  `https://github.com/acme/web\nMOVES\ntouch\t${canary}\n`,
  `https://github.com/acme/web\n${run}\n`,
  `https://github.com/acme/web'\n${run}\n'`,
  `https://github.com/acme/web\nMOVES\n}\n${run}\nmoves() {\ncat <<'MOVES'`,
  `https://github.com/acme/$(${run})`,
  `https://github.com/acme/web';${run};'`,
  `https://github.com/acme/web"]\n[alias]\n\tst = "!${run}"\n[x "`,
  `https://github.com/acme/web; } ${run} {`,
  `https://evil.example/acme/web`,
  'javascript:alert(1)',
  `=cmd|' /C ${run}'!A0`,
  '"><script>alert(1)</script>',
  `file:///etc/passwd`,
];
