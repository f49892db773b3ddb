import type { Sandbox } from '../../../sandbox/sandbox.ts';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // What a host answers has any shape; tests look into it freely.
  readonly body: Record<string, unknown>;
}

export async function request(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<RestAnswer> {
  const response = await fetch(url, {
    method: options.method ?? 'GET',
    redirect: 'manual',
    headers: { 'user-agent': 'test', ...options.headers },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, body };
}

export function basic(username: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Asks Bitbucket with the sandbox's own credential. */
export function askBitbucket(sandbox: Sandbox, path: string): Promise<RestAnswer> {
  const { SRC_API_URL, SRC_USERNAME, SRC_API_TOKEN } = sandbox.environment;
  return request(`${SRC_API_URL}${path}`, { headers: basic(SRC_USERNAME, SRC_API_TOKEN) });
}

/** Asks GitHub with the sandbox's own token, or another one. */
export function askGithub(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const token = options.token ?? sandbox.environment.DST_TOKEN;
  return request(`${sandbox.environment.DST_API_URL}${path}`, {
    method,
    headers: { authorization: `token ${token}`, ...options.headers },
    ...(body === undefined ? {} : { body }),
  });
}
