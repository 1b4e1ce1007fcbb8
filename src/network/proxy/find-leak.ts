/** The name of a secret of the session that this text carries to an origin where it does not belong. Asked each time anew: a secret may come after the connection. */
export type FindLeakIn = (text: string) => string | undefined;
