/** Who our own commits are by. Nobody's address: `.invalid` can never be registered. */
export const ownIdentity = 'migrator <migrator@migrator.invalid>';
