/** What the relay drives its browsers by. It is not part of Gatewright: whoever wants it installs it beside. */
export const UPSTREAM = '@playwright/mcp';
