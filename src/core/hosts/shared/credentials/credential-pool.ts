import type { Clock } from '../../../kernel/clock.ts';
import { listed } from '../../../kernel/environment.ts';
import { type MigratorError, toMigratorError } from '../../../kernel/errors.ts';
import type { CredentialClient } from '../../../network/http/http-client.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import { LimitedElsewhere } from '../../../network/rate-limit/rate-limiter.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import { chooseCredential } from './choose-credential.ts';
import {
  answerOfBest,
  byReach,
  type Member,
  memberOf,
  noteReader,
  type PoolCredential,
  type Proven,
  preferred,
  type Refused,
  refusalOf,
  refusals,
  sees,
} from './pool-member.ts';

export interface PoolOptions<One extends PoolCredential> {
  readonly credentials: readonly [One, ...One[]];
  readonly clock: Pick<Clock, 'now'>;
  /** The repository that a request is about; `null`: none. */
  readonly repositoryOf: (path: string) => string | null;
  /** True if this answer to a read that was allowed before says that the credential is gone. */
  readonly isGone: (answer: HttpResponse) => boolean;
  readonly warn: (message: string) => void;
}

/** A credential that has passed its check. */
export type CheckedCredential<Checked> = Checked & { readonly variable: string };

/** Milliseconds for which a look at a budget holds that others use as well. */
const roomHolds = 1000;

/**
 * Several credentials of one host, used as one. Requests for a repository go to the one with the most left; one that is
 * refused for a repository stands back for it while another works. All else goes to the one that sees the most.
 */
export class CredentialPool<One extends PoolCredential> {
  readonly client: CredentialClient;
  readonly #options: PoolOptions<One>;
  readonly #members: readonly [Member<One>, ...Member<One>[]];

  constructor(options: PoolOptions<One>) {
    this.#options = options;
    const [first, ...others] = options.credentials;
    this.#members = [memberOf(first), ...others.map(memberOf)];
    this.client = {
      host: first.client.host,
      request: (request) => this.#request(request),
      room: () => this.#known()[0].client.room(),
      // Each credential shares its own when it is checked.
      shareBudget: async () => {},
      spaceContent: (milliseconds) => {
        for (const { client } of this.#members) client.spaceContent(milliseconds);
      },
    };
  }

  /** Credentials that the host has not rejected since. */
  get credentials(): readonly One[] {
    return this.#known().map(({ credential }) => credential);
  }

  /**
   * Checks each credential by itself. One that passed before and is rejected now is left out while another passes.
   * @throws what the check throws of the first that does not pass, naming those that do not either
   */
  async verifyEach<Checked extends { readonly proven: Proven }>(
    check: (credential: One) => Promise<Checked>,
  ): Promise<readonly [CheckedCredential<Checked>, ...CheckedCredential<Checked>[]]> {
    const passed: CheckedCredential<Checked>[] = [];
    const failed: { member: Member<One>; error: MigratorError }[] = [];
    for (const member of this.#known()) {
      const { variable } = member.credential;
      try {
        const checked = await check(member.credential);
        member.proven = checked.proven;
        passed.push({ ...checked, variable });
      } catch (thrown) {
        failed.push({ member, error: toMigratorError(thrown) });
      }
    }
    const isRejected = (one: (typeof failed)[number]) =>
      one.member.proven !== null && one.error.code === 'credentials';
    const [first, ...others] = passed;
    if (first === undefined || !failed.every(isRejected)) throw refusalOf(failed);
    for (const { member } of failed) this.#take(member);
    return [first, ...others];
  }

  /** For Git: one that opens this repository, as far as is known. */
  credentialFor(repository: string): One {
    const members = byReach(this.#known());
    const opening = members.find(({ opened }) => opened.has(repository));
    return (opening ?? preferred(members, repository)[0] ?? this.#members[0]).credential;
  }

  /** Where the host has rejected all of them, the first one hears it. */
  #known(): readonly [Member<One>, ...Member<One>[]] {
    const [first, ...others] = this.#members.filter(({ isGone }) => !isGone);
    return first === undefined ? [this.#members[0]] : [first, ...others];
  }

  async #request(asked: HttpRequest): Promise<HttpResponse> {
    const repository = this.#options.repositoryOf(asked.path);
    const refused: Refused<One>[] = [];
    for (;;) {
      const usable = this.#untried(refused, repository);
      const [widest] = usable;
      if (widest === undefined) return answerOfBest(asked, refused, repository);
      const member = repository === null ? widest : await this.#withMostLeft(usable);
      const answer = await this.#send(member, asked, repository === null ? [] : usable);
      if (answer === null) continue;
      if (!refusals.includes(answer.status)) {
        if (answer.status < 300) noteReader(member, refused, repository);
        return answer;
      }
      refused.push({ member, answer });
      if (answer.status === 401) await this.#checkGone(member, asked.signal);
      if (answer.status === 404 && sees(member, repository))
        return answerOfBest(asked, refused, repository);
    }
  }

  #untried(refused: readonly Refused<One>[], repository: string | null): readonly Member<One>[] {
    const untried = this.#known().filter((one) => refused.every(({ member }) => member !== one));
    return preferred(repository === null ? byReach(untried) : untried, repository);
  }

  async #withMostLeft(members: readonly Member<One>[]): Promise<Member<One>> {
    if (members.length === 1 && members[0] !== undefined) return members[0];
    const now = this.#options.clock.now();
    const candidates = await Promise.all(
      members.map(async (member) => {
        const { room, inFlight } = member;
        const isKnown = room !== null && now - room.at < roomHolds && now >= room.at;
        const current = isKnown ? room : { ...(await member.client.room()), at: now };
        member.room = current;
        return { ...current, inFlight, member };
      }),
    );
    return chooseCredential(candidates, now).member;
  }

  /** `null`: another credential has room earlier. */
  async #send(
    member: Member<One>,
    asked: HttpRequest,
    usable: readonly Member<One>[],
  ): Promise<HttpResponse | null> {
    member.inFlight += 1;
    if (member.room !== null) member.room = { ...member.room, left: member.room.left - 1 };
    const leaves = (until: number) =>
      usable.some((one) => one !== member && (one.room?.freeAt ?? 0) < until);
    try {
      const { expectedStatuses = [] } = asked;
      return await member.client.request({
        ...asked,
        expectedStatuses: [...expectedStatuses, ...refusals],
        leaves,
      });
    } catch (error) {
      if (!(error instanceof LimitedElsewhere)) throw error;
      member.room = { left: 0, freeAt: error.until, at: this.#options.clock.now() };
      return null;
    } finally {
      member.inFlight -= 1;
    }
  }

  /** Warns once, and only where another is left: otherwise the refusal ends the run. */
  async #checkGone(member: Member<One>, signal: AbortSignal | undefined): Promise<void> {
    if (member.proven === null || member.isGone) return;
    const answer = await member.client.request({
      ...{ ...member.proven.read, method: 'GET', creates: false, signal },
      expectedStatuses: [301, 302, 308, 400, ...refusals, 410],
    });
    // Another request may have found out meanwhile.
    if (this.#options.isGone(answer) && !member.isGone) this.#take(member);
  }

  #take(member: Member<One>): void {
    member.isGone = true;
    const left = this.#members.filter(({ isGone }) => !isGone);
    if (left.length === 0) return;
    const names = listed(left.map(({ credential }) => credential.variable));
    const what = `${member.client.host} rejected ${member.credential.variable}, revoked or expired`;
    this.#options.warn(`${what}: continuing with ${names}`);
  }
}
