import type { Answer } from '../../network/answer.ts';
import type { Scope } from '../accounts/authentication.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import type { BitbucketProject } from '../records.ts';
import { bitbucketError, notFound } from '../rest/answers.ts';
import {
  type Call,
  inRepository,
  isWorkspace,
  noWorkspace,
  type Route,
} from '../rest/rest-route.ts';
import { type AdministeredPlace, administers } from './access.ts';

interface Needs {
  readonly scope: Scope;
  /** Where the host's pages and its description name different ones, both are asked for. */
  readonly also?: Scope;
  readonly writes?: boolean;
}

/** Within the repository that the path names. */
export function repositoryRoute(
  { admin = true, ...needs }: Needs & { admin?: boolean },
  answer: (call: Call, context: PullRequestContext) => Answer | Promise<Answer>,
): Route {
  return {
    ...needs,
    anonymous: false,
    answer: (call) =>
      inRepository(call, (context) => {
        const { repository } = context;
        const refusal = admin ? refuseOthers(call, { kind: 'repository', repository }) : null;
        return refusal ?? answer(call, context);
      }),
  };
}

/** Within a project. */
export function projectRoute(
  { admin = true, ...needs }: Needs & { admin?: boolean },
  answer: (call: Call, project: BitbucketProject) => Answer | Promise<Answer>,
): Route {
  return {
    ...needs,
    anonymous: false,
    answer(call) {
      const { host } = call.context;
      const [, workspace, , key = ''] = call.parts;
      if (!isWorkspace(host, workspace)) return noWorkspace(workspace);
      const project = host.projects.find((one) => one.key === key);
      if (project === undefined) return notFound(`Project ${key}`);
      const refusal = admin ? refuseOthers(call, { kind: 'project', key }) : null;
      return refusal ?? answer(call, project);
    },
  };
}

/** Of the workspace. */
export function workspaceRoute(
  { admin = true, ...needs }: Needs & { admin?: boolean },
  answer: (call: Call) => Answer | Promise<Answer>,
): Route {
  return {
    ...needs,
    anonymous: false,
    answer(call) {
      const workspace = call.parts[1];
      if (!isWorkspace(call.context.host, workspace)) return noWorkspace(workspace);
      const refusal = admin ? refuseOthers(call, { kind: 'workspace' }) : null;
      return refusal ?? answer(call);
    },
  };
}

/** Names no scope: what is lacking is a role. */
function refuseOthers({ context }: Call, place: AdministeredPlace): Answer | null {
  if (administers(context.host, context.caller, place)) return null;
  return bitbucketError(403, 'Access denied. You must have admin access.');
}
