import { appendFileSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { openCutoverPlace } from '../../program/cutover/cutover-place.ts';
import { holdRequest, startIn } from './phases-terminal.ts';

const out = '/tmp/phases-scratch.txt';
const dump = (name: string, p: { lines(): readonly string[] }) =>
  appendFileSync(out, `\n##### ${name}\n${p.lines().join('\n').trimEnd()}\n`);
it.each([[80, 24]])(
  'dumps %s',
  async (columns, rows) => {
    writeFileSync(out, '');
    await using place = await openCutoverPlace({}, ['one', 'two', 'three']);
    const args = ['cutover', '--migration', place.migration];
    let p = startIn(place, args, { columns, rows });
    await p.until('y/N');
    const release = holdRequest(place, {
      host: 'github',
      method: 'PUT',
      path: /\/repos\/acme\/two\/actions\/permissions/,
    });
    p.type('y');
    await p.until('2 of 3  two');
    dump('settings', p);
    p.type('?');
    await p.until('Keys');
    dump('help', p);
    p.type('?');
    await p.until('a abort');
    p.type('jjj\r');
    await p.until('Esc back');
    dump('detail', p);
    p.type('\u001b');
    await p.until('a abort');
    p.type('q');
    await p.until('Stop after');
    dump('stop', p);
    p.type('y');
    await p.until('Stopping');
    dump('stopping', p);
    release();
    dump(`end ${await p.ended}`, p);
    p = startIn(place, args, { columns, rows });
    await p.until('y/N');
    dump(`resumed`, p);
    holdRequest(place, { host: 'github', method: 'PATCH', path: /\/repos\/acme\/two/ });
    holdRequest(place, { host: 'github-git' as 'github', method: 'GET', path: /two/ });
    p.type('y');
    await p.until('a abort');
    p.type('a');
    await p.until('Abort, and');
    dump('abort', p);
    p.type('y');
    dump(`aborted ${await p.ended}`, p);
    for (const s of ['one', 'two', 'three'])
      appendFileSync(out, `${s} ${place.restrictions(s).length}\n`);
  },
  60_000,
);
