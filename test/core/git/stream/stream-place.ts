import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { Refs } from '../../../../src/core/git/formats/refs.ts';
import { packet } from '../../../../src/core/git/protocol/packets.ts';
import { openSmartHttp } from '../../../../src/core/git/protocol/smart-http.ts';
import { PushLimiter } from '../../../../src/core/git/push/push-limiter.ts';
import { fetchPack } from '../../../../src/core/git/stream/fetch-pack.ts';
import type { OpenPush } from '../../../../src/core/git/stream/open-push.ts';
import { type NewRefs, pushNewRefs } from '../../../../src/core/git/stream/push-pack.ts';
import { createNetwork, type Network } from '../../../../src/core/network/tls-proxy/network.ts';
import { bareRepository, commitFiles, git, systemClock } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

export const password = 'token-hunter2-hunter2';
/** Of the largest file of the source, which no packing makes smaller. */
export const fileBytes = 100_000;

const signal = new AbortController().signal;

/** Opens a source with two branches and a tag, and an empty target, for each test of a file. */
export function streamForEach() {
  const place = placeForEach({ username: 'jane', password });
  let network: Network;
  let source = '';
  let target = '';
  beforeEach(async () => {
    network = await createNetwork({
      env: {},
      caFiles: [],
      connectTimeoutSeconds: 10,
      readTimeoutSeconds: 60,
    });
    source = bareRepository(place.server.root, 'team/repo.git');
    target = bareRepository(place.server.root, 'team/target.git');
    const commit = commitFiles(source, 'main', { 'a.txt': 'one', 'b.bin': randomBytes(fileBytes) });
    git(source, 'tag', '-a', 'v1', '-m', 'first', commit);
    git(source, 'update-ref', 'refs/pull-requests/1/from', commit);
    git(source, 'branch', 'topic', commit);
    commitFiles(source, 'topic', { 'c.txt': 'two' });
    return () => network.close();
  });

  const mirror = () => join(place.folder, 'mirror');

  const access = (name: string) => {
    const credential = { username: 'jane', password };
    return { url: `${place.server.url}/team/${name}.git`, credential };
  };
  const http = (name: string) => openSmartHttp({ network, access: access(name), signal });

  async function begin(refs: Refs, limits: Partial<NewRefs> = {}): Promise<OpenPush> {
    const to = http('target');
    return pushNewRefs({
      http: to,
      target: await to.advertised('git-receive-pack'),
      refs,
      defaultBranch: 'topic',
      maxPushBytes: 2 ** 31,
      refsPerPush: 500,
      pace: new PushLimiter(systemClock, null, undefined),
      patience: 20_000,
      signal,
      ...limits,
    });
  }

  async function fetch(push: (refs: Refs) => Promise<OpenPush> | null) {
    const from = http('repo');
    const listed = await from.advertised('git-upload-pack');
    const begun = await push(listed.refs);
    const onProgress = () => undefined;
    const what = { git: place.tool, directory: mirror(), signal, onProgress };
    await fetchPack({ ...what, http: from, source: listed, push: begun });
    return { refs: listed.refs, begun };
  }

  return {
    mirror,
    access,
    begin,
    fetch,
    get server() {
      return place.server;
    },
    get tool() {
      return place.tool;
    },
    get network() {
      return network;
    },
    get source() {
      return source;
    },
    get target() {
      return target;
    },
    async streamed(limits: Partial<NewRefs> = {}): Promise<{ refs: Refs; push: OpenPush }> {
      const { refs, begun } = await fetch((listed) => begin(listed, limits));
      if (begun === null) throw new Error('There is no push');
      return { refs, push: begun };
    },
    interceptPost(
      service: string,
      act: (request: IncomingMessage, response: ServerResponse) => boolean,
    ): void {
      place.server.intercept = (request, response) =>
        request.method === 'POST' &&
        request.url?.endsWith(service) === true &&
        act(request, response);
    },
    /** The target reads everything and then says this. */
    answerPush(status: number, ...packets: string[]): void {
      this.interceptPost('git-receive-pack', (request, response) => {
        request.resume().on('end', () => {
          response.writeHead(status, { 'content-type': 'application/x-git-receive-pack-result' });
          response.end(`${packets.map((one) => packet(one)).join('')}0000`);
        });
        return true;
      });
    },
  };
}

export function refsOf(repository: string): string {
  return git(
    repository,
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    'refs/heads',
    'refs/tags',
  );
}

/** Packs and objects of a bare repository, those in quarantine left out. */
export function objectsOf(repository: string): string[] {
  const names = readdirSync(join(repository, 'objects'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.pack$|\/[0-9a-f]{38}$/.test(name) && !/incoming/.test(name));
}
