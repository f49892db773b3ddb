import { randomUUID } from 'node:crypto';
import { type Answer, type AnswerHeaders, emptyAnswer, jsonAnswer } from '../network/answer.ts';

/** Everything that a vault gives is wrapped in the same envelope. */
export function vaultAnswer(
  status: number,
  content: { data?: unknown; auth?: unknown; mountType?: string },
): Answer {
  return jsonAnswer(status, {
    request_id: randomUUID(),
    lease_id: '',
    renewable: false,
    lease_duration: 0,
    data: content.data ?? null,
    wrap_info: null,
    warnings: null,
    auth: content.auth ?? null,
    mount_type: content.mountType ?? 'system',
  });
}

export function vaultError(
  status: number,
  errors: readonly string[],
  headers: AnswerHeaders = {},
): Answer {
  return jsonAnswer(status, { errors }, headers);
}

export function noContent(): Answer {
  return emptyAnswer(204);
}

/** There is a handler, and nothing at the path. */
export function nothingThere(): Answer {
  return vaultError(404, []);
}

export function permissionDenied(): Answer {
  return vaultError(403, ['1 error occurred:\n\t* permission denied\n\n']);
}

export function invalidToken(): Answer {
  return vaultError(403, ['2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n']);
}

export function noHandler(path: string): Answer {
  return vaultError(404, [`no handler for route "${path}". route entry not found.`]);
}

/** A vault has this, the sandbox does not. */
export function notOffered(method: string, path: string): Answer {
  return vaultError(501, [`The sandbox does not offer ${method} ${path}`]);
}
