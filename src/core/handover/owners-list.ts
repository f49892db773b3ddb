import type { PlannedRepository } from '../plan/plan-schema.ts';
import { chosenSettings } from '../settings/plan/planned-settings.ts';
import type { RepositoryMove } from './repository-move.ts';

/** Who runs a repository on the target, as the plan says. */
interface Owner {
  readonly kind: 'user' | 'team';
  readonly name: string;
  readonly role: string;
}

const running: readonly string[] = ['maintain', 'admin'];

/** CSV for a mail program: a row for each repository and owner, and one without an owner where the plan names none. Pure. */
export function ownersList(
  moves: readonly (RepositoryMove & { readonly planned: PlannedRepository | undefined })[],
): string {
  const rows = moves.flatMap(({ oldUrl, newUrl, planned }) => {
    const owners = ownersOf(planned);
    const addresses = [oldUrl, newUrl];
    return owners.length === 0
      ? [[...addresses, '', '', '']]
      : owners.map(({ kind, name, role }) => [...addresses, kind, name, role]);
  });
  return `${[head, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

const head = ['old', 'new', 'kind', 'owner', 'role'];

function ownersOf(planned: PlannedRepository | undefined): readonly Owner[] {
  const { access } = chosenSettings(planned?.settings ?? []);
  return access
    .filter(({ role }) => running.includes(role))
    .map(({ actor, role }) => ({ ...actor, role }));
}

/** Quoted where CSV needs it; what a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
