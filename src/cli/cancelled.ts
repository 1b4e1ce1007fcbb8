/** The person gave up at a question. */
export class Cancelled extends Error {}
