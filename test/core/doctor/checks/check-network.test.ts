import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUserGitSettings } from '../../../../src/core/doctor/checks/check-network.ts';
import { temporaryFolder } from '../../git/fixture.ts';

it('names the keys of git’s own settings of the network, and no secret that stands in them', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder.path, '.gitconfig'),
    `[http]
	sslVerify = true
	proxy = http://jane:hunter2@proxy:3128
[http "https://jane:hunter2@git.example/"]
	sslVerify = no
	proxy = http://other:1
`,
  );
  const settings = await readUserGitSettings({
    environment: { PATH: process.env.PATH, HOME: folder.path },
    temporaryFolder: folder.path,
  });
  expect(settings).toEqual({
    unverified: ['http.https://git.example/.sslverify'],
    proxies: ['http.proxy', 'http.https://git.example/.proxy'],
  });
  folder.remove();
});
