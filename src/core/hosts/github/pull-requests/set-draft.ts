import { field } from '../../../network/response/response.ts';
import { graphQlFailure } from '../rest/graphql.ts';
import type { Method } from '../rest/shared.ts';

const query = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { id isDraft } }
}`;

/** The REST API can set it while a pull request is opened, and never later. */
export const setDraft: Method<'setDraft'> = async (github, request) => {
  const { owner, name, number, isDraft, signal } = request;
  const what = `setting whether pull request ${number} is a draft`;
  const found = await github.graphQl(query, { owner, name, number }, { signal });
  const row = field(field(found.data, 'repository'), 'pullRequest');
  const id = field(row, 'id');
  if (typeof id !== 'string') throw graphQlFailure(found.errors, { host: github.host, what });
  if (field(row, 'isDraft') === isDraft) return;
  const mutation = isDraft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview';
  const text = `mutation($id: ID!) { ${mutation}(input: {pullRequestId: $id}) { clientMutationId } }`;
  // The id was found by name.
  const repository = { owner, name };
  const { errors } = await github.graphQl(text, { id }, { signal, repository });
  if (errors.length > 0) throw graphQlFailure(errors, { host: github.host, what });
};
