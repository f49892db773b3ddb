import type { OrganizationMember } from '../../../../core/ports/records/target-people.ts';
import { filterBy } from '../../../../ui/input/filter.ts';
import type { TextState } from '../../../../ui/input/text-state.ts';

/** A login that is being typed. */
export interface TypedLogin {
  readonly text: TextState;
  /** Among the choices; -1: none of them. */
  readonly cursor: number;
}

interface LoginChoice {
  readonly login: string;
  /** Empty: unknown. */
  readonly name: string;
  /** It is not among the members. */
  readonly isTyped: boolean;
}

type Members = readonly OrganizationMember[];

/** Members whose login or name has what is typed, then the typed login itself. Pure. */
export function loginChoices(typing: TypedLogin, members: Members): readonly LoginChoice[] {
  const text = typedText(typing);
  const found = filterBy(members, text, ({ login, name }) => `${login} ${name ?? ''}`).map(
    ({ login, name }) => ({ login, name: name ?? '', isTyped: false }),
  );
  const isExact = ({ login }: LoginChoice) => login.toLowerCase() === text.toLowerCase();
  const exact = found.filter(isExact);
  const others = found.filter((one) => !isExact(one));
  const own = text === '' || exact.length > 0 ? [] : [{ login: text, name: '', isTyped: true }];
  return [...exact, ...others, ...own];
}

/** The login that Enter takes: the picked one, or what is typed. Pure. */
export function chosenLogin(typing: TypedLogin, members: Members): string {
  return loginChoices(typing, members)[typing.cursor]?.login ?? typedText(typing);
}

/** After a key. The first match is picked, so that a few letters are enough. Pure. */
export function typeLogin(
  typing: TypedLogin,
  members: Members,
  change: (text: TextState) => TextState,
): TypedLogin {
  const text = change(typing.text);
  if (text.text === typing.text.text) return { ...typing, text };
  const next = { text, cursor: -1 };
  const hasChoices = typedText(next) !== '' && loginChoices(next, members).length > 0;
  return hasChoices ? { text, cursor: 0 } : next;
}

function typedText({ text }: Pick<TypedLogin, 'text'>): string {
  return text.text.trim().replace(/^@/, '');
}
