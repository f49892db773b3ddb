export interface Person {
  readonly name: string;
  readonly email: string;
}

/** The people of the sample company. */
export const team: readonly Person[] = [
  { name: 'Robin Keller', email: 'robin.keller@acme.example' },
  { name: 'Amara Okafor', email: 'amara.okafor@acme.example' },
  { name: 'Søren Lindqvist', email: 'soren.lindqvist@acme.example' },
  { name: 'Yuki Tanaka', email: 'yuki.tanaka@acme.example' },
  { name: 'Inês Carvalho', email: 'ines.carvalho@acme.example' },
  { name: 'Deploy Bot', email: 'deploy-bot@acme.example' },
];

export const releaseManager: Person = {
  name: 'Amara Okafor',
  email: 'amara.okafor@acme.example',
};
