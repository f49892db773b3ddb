import { unknownTargets } from '../../users/unknown-targets.ts';
import { unusedRows, unusedRowsText } from '../../users/unused-rows.ts';
import { createUserMap } from '../../users/user-map.ts';
import type { Preflight } from './preflight-questions.ts';

/**
 * Whether it is clear whom the user map means, and whether those whom it names are there on the target: one request to
 * each host for every hundred people.
 * @throws `input-file` naming all who are not, or whom an ambiguous row may mean
 */
export async function checkUsers(check: Preflight): Promise<void> {
  const { users, services, workspace, signal } = check;
  if (users === null) return;
  const members = await services.source.pullRequests.members({ workspace, signal });
  createUserMap(users.rows, members, { path: 'of this migration', text: users.text });
  const unused = unusedRows(users.rows, members);
  if (unused.length > 0) {
    services.emit({
      type: 'preflight-note',
      message: `The user map names ${unused.length === 1 ? 'somebody' : `${unused.length} people`} whom ${workspace} does not have: ${unusedRowsText(unused, members)}. Such a row counts only for somebody who has left`,
    });
  }
  const logins = users.targets();
  if (logins.length === 0) return;
  const found = await services.target.pullRequests.findUsers({ logins, signal });
  const [unknown] = unknownTargets(users, found);
  if (unknown !== undefined) throw unknown;
}
