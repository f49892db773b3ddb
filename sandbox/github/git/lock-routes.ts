import { randomUUID } from 'node:crypto';
import { lfsAnswer, lfsRefusal } from '../../lfs/batch.ts';
import type { Answer } from '../../network/answer.ts';
import type { LfsLock } from '../records.ts';
import { githubTime } from '../rest/github-time.ts';
import { type GitCall, refuseWriting } from './git-call.ts';

/** The lock interface of LFS: list, verify, create, delete. Only pushers may use all but the list. */
export async function serveLocks(call: GitCall, route: string): Promise<Answer> {
  const { method } = call.exchange;
  if (method === 'GET' && route === 'locks') return list(call);
  if (method !== 'POST') return lfsRefusal(404, 'Not Found');
  const refusal = refuseWriting(call);
  if (refusal !== null) return refusal;
  const body = await readObject(call);
  if (body === null) return lfsRefusal(422, 'Validation error');
  if (route === 'locks') return create(call, body);
  if (route === 'locks/verify') return verify(call);
  const unlocked = /^locks\/([^/]+)\/unlock$/.exec(route)?.[1];
  return unlocked === undefined ? lfsRefusal(404, 'Not Found') : remove(call, unlocked, body);
}

async function readObject(call: GitCall): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse((await call.exchange.readBody()).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function list({ repository, exchange }: GitCall): Answer {
  const path = exchange.query.get('path');
  const id = exchange.query.get('id');
  const locks = repository.locks.filter(
    (lock) => (path === null || lock.path === path) && (id === null || lock.id === id),
  );
  return lfsAnswer(200, { locks: locks.map(lockJson) });
}

function verify({ repository, token }: GitCall): Answer {
  const mine = (lock: LfsLock): boolean => lock.owner === token?.user.login;
  return lfsAnswer(200, {
    ours: repository.locks.filter(mine).map(lockJson),
    theirs: repository.locks.filter((lock) => !mine(lock)).map(lockJson),
  });
}

function create(call: GitCall, { path }: Record<string, unknown>): Answer {
  if (typeof path !== 'string' || path === '') return lfsRefusal(422, 'Validation error');
  const { locks } = call.repository;
  const taken = locks.find((lock) => lock.path === path);
  if (taken !== undefined) {
    return lfsAnswer(409, { lock: lockJson(taken), message: 'already created lock' });
  }
  const lock = {
    id: randomUUID(),
    path,
    lockedAt: githubTime(call.now()),
    owner: call.token?.user.login ?? '',
  };
  locks.push(lock);
  return lfsAnswer(201, { lock: lockJson(lock) });
}

function remove(call: GitCall, id: string, { force }: Record<string, unknown>): Answer {
  const { locks } = call.repository;
  const index = locks.findIndex((lock) => lock.id === id);
  const lock = locks[index];
  if (lock === undefined) return lfsRefusal(404, 'Not Found');
  if (lock.owner !== call.token?.user.login && force !== true) {
    return lfsRefusal(403, 'You must have admin access to force delete a lock');
  }
  locks.splice(index, 1);
  return lfsAnswer(200, { lock: lockJson(lock) });
}

function lockJson({ id, path, lockedAt, owner }: LfsLock) {
  return { id, path, locked_at: lockedAt, owner: { name: owner } };
}
