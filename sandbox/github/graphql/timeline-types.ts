/** The part of the host's schema that tells the history of a pull request. */
export const timelineTypes = /* GraphQL */ `
extend type PullRequest {
  timelineItems(
    after: String, before: String, first: Int, itemTypes: [PullRequestTimelineItemsItemType!], last: Int
  ): PullRequestTimelineItemsConnection!
}

enum PullRequestTimelineItemsItemType {
  CLOSED_EVENT HEAD_REF_FORCE_PUSHED_EVENT MERGED_EVENT RENAMED_TITLE_EVENT REOPENED_EVENT
}

type PullRequestTimelineItemsConnection {
  nodes: [PullRequestTimelineItems]
  pageInfo: PageInfo!
  totalCount: Int!
}

union PullRequestTimelineItems =
  ClosedEvent | HeadRefForcePushedEvent | MergedEvent | RenamedTitleEvent | ReopenedEvent

type ClosedEvent implements Node { actor: Actor createdAt: DateTime! id: ID! }
type HeadRefForcePushedEvent implements Node { actor: Actor createdAt: DateTime! id: ID! }
type MergedEvent implements Node { actor: Actor commit: Commit createdAt: DateTime! id: ID! }
type RenamedTitleEvent implements Node { actor: Actor createdAt: DateTime! id: ID! }
type ReopenedEvent implements Node { actor: Actor createdAt: DateTime! id: ID! }
`;
