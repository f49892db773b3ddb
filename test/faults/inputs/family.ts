import type fc from 'fast-check';

/** One kind of malformed input. `Case` is plain data: a case can be printed, kept and run again. */
export interface Family<Case = unknown> {
  readonly name: string;
  /** Of all cases: its part beside those of the others. */
  readonly share: number;
  readonly cases: fc.Arbitrary<Case>;
  /** Puts the input before the program. @returns what is wrong with how it took it */
  run(one: Case): Promise<readonly string[]>;
  /** How the case is described. */
  describe?(one: Case): string;
}

/** Families of different cases in one list: each keeps its cases to itself. */
export type AnyFamily = Omit<Family, 'cases' | 'run' | 'describe'> & {
  sample(count: number, seed: number): readonly Trial[];
};

export interface Trial {
  readonly text: string;
  run(): Promise<readonly string[]>;
}
