import { type Moves, movesOf } from '../../../src/core/handover/repository-move.ts';

/** Two repositories of Bitbucket Cloud, one of whose names begins with the other's. */
export const cloudMoves: Moves = movesOf({
  kind: 'bitbucket-cloud',
  gitUrl: 'https://bitbucket.org',
  targetUrl: 'https://github.com',
  aliases: [],
  repositories: [
    { path: 'Acme/web', newPath: 'acme-inc/web' },
    { path: 'Acme/web.api', newPath: 'acme-inc/api' },
  ],
});

/** A Data Center below a context path, with another name for SSH; one repository is personal. */
export const dataCenterMoves: Moves = movesOf({
  kind: 'bitbucket-data-center',
  gitUrl: 'https://git.acme.example/bitbucket/scm',
  targetUrl: 'https://ghe.acme.example',
  aliases: ['ssh.acme.example'],
  repositories: [
    { path: 'SHOP/web', newPath: 'acme/web' },
    { path: '~Jane/notes', newPath: 'acme/jane-notes' },
  ],
});
