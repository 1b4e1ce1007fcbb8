export interface InitAnswers {
  /** Undefined: every public site. */
  readonly sites: readonly string[] | undefined;
  readonly ports: readonly number[];
}

/** The file that `init` writes: what was asked, and the keys that people look for next. */
export function configText({ sites, ports }: InitAnswers): string {
  const opened = ports.map((port) => `localhost:${String(port)}`);
  // Opening a port lifts the rule about addresses only: where there is an allowlist, it must be there too.
  const allowed = sites && [...sites, ...opened.map((place) => `http://${place}`)];
  const allow =
    allowed === undefined ? '  # allow: [example.com]   # absent: every public site' : `  allow: ${list(allowed)}`;
  return `# Gatewright. Checked at every start; \`gatewright config\` shows what is in force.
version: 1

network:
  # Where the agent may go: hosts, origins, *.example.com (not the apex). [] is nowhere.
${allow}
  # Where it may never go, evaluated first.
  block: []
  # Ports of this machine that are opened to the agent.
  unsafeAllowPrivate: ${list(opened)}

# What the agent may do.
capabilities: [read, navigation, action, human]

# Your own rules, e.g. { when: { name: delete }, then: ask }.
rules: []
`;
}

/** JSON is YAML, and quotes what needs it. */
function list(entries: readonly string[]): string {
  return `[${entries.map((entry) => JSON.stringify(entry)).join(', ')}]`;
}
