import type { Licensing } from './licensing.ts';

export interface Letter {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail that brings a key. Pure. */
export function registrationLetter(options: {
  from: string;
  to: string;
  key: string;
  expiresAt: number;
  plan: Licensing['freePlan'];
}): Letter {
  const { from, to, key, expiresAt, plan } = options;
  const { repositories, workers } = plan;
  return {
    from,
    to,
    subject: 'Your migrator license',
    text: [
      'Here is your license for the Free plan of migrator:',
      '',
      key,
      '',
      'It is one long line. Copy all of it, and activate it with',
      '',
      '  migrator license activate <key>',
      '',
      'or, in CI/CD, set MIGRATOR_LICENSE to it.',
      '',
      `It allows ${repositories} repositories a migration and ${workers} worker, until ${dateOf(expiresAt)}.`,
      'If you have not registered, forget this mail: nothing else was done with your address.',
      '',
    ].join('\n'),
  };
}

/** `2026-11-20`, by UTC. */
function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
