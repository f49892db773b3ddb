/** How the conversation of a pull request is written: how much is kept apart against how many requests it costs. */
export type CommentMode = 'threaded' | 'compact' | 'folded';
