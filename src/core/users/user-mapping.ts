import type { Person } from '../ports/records/person.ts';

/** Whom a user map knows on the target. */
export interface UserMapping {
  find(person: Person): string | null;
  /** By account id, UUID, nickname or user name, as a mention has it. */
  findByName(name: string): string | null;
}
