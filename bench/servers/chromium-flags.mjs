/** Nothing but loopback resolves, and the browser keeps its own errands to itself. */
export const QUIET_FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
];
