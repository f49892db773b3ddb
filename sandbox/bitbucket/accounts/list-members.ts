import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { JsonContext } from '../repositories/repository-json.ts';
import { pageAnswer } from '../rest/page.ts';
import { personJson } from './person-json.ts';

/** `GET /2.0/workspaces/{workspace}/members` */
export function listMembers(context: JsonContext, exchange: Exchange): Answer {
  const { workspace, people } = context.host;
  const { name, slug, uuid } = workspace;
  return pageAnswer(context, exchange, {
    items: people.filter(({ isMember }) => isMember),
    maxPageLength: 100,
    path: `workspaces/${slug}/members`,
    parameters: [],
    toJson: (person) => ({
      type: 'workspace_membership',
      user: personJson(context, person),
      workspace: { type: 'workspace', uuid, name, slug },
    }),
  });
}
