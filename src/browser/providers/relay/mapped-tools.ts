/** Without these nothing can be judged, and no tool of ours works. */
const ALWAYS = ['browser_snapshot', 'browser_tabs', 'browser_handle_dialog'];

/**
 * Our tools that have a page, with those of the upstream that they are done by. What is not here is not offered: either
 * the upstream has nothing for it, or nobody could judge what it would do.
 */
const MAPPED: Readonly<Record<string, readonly string[]>> = {
  browser_snapshot: [],
  browser_find: [],
  browser_text_search: [],
  browser_screenshot: ['browser_take_screenshot'],
  browser_navigate: ['browser_navigate'],
  browser_go_back: ['browser_navigate_back'],
  browser_set_viewport: ['browser_resize'],
  browser_tabs: ['browser_navigate'],
  browser_close: [],
  browser_click: ['browser_click'],
  browser_type: ['browser_type'],
  browser_fill: ['browser_type'],
  browser_press: ['browser_press_key'],
  browser_hover: ['browser_hover'],
  browser_drag: ['browser_drag'],
  browser_select: ['browser_select_option'],
  browser_wait_for: [],
};

export interface MissingTool {
  readonly tool: string;
  /** Tools of the upstream that it would need; none: the relay has no such tool. */
  readonly needs: readonly string[];
}

/** What the upstream must have for one of our tools; undefined: the relay cannot do it at all. */
function neededFor(tool: string): readonly string[] | undefined {
  const own = Object.hasOwn(MAPPED, tool) ? MAPPED[tool] : undefined;
  return own === undefined ? undefined : [...ALWAYS, ...own];
}

/** Undefined: the upstream has all that this tool is done by. */
export function missingFor(tool: string, offered: ReadonlySet<string> | 'all'): MissingTool | undefined {
  const needed = neededFor(tool);
  if (needed === undefined) return { tool, needs: [] };
  const needs = offered === 'all' ? [] : needed.filter((name) => !offered.has(name));
  return needs.length === 0 ? undefined : { tool, needs };
}

/** For the doctor: tools that the relay has, and not with this upstream. */
export function missingTools(offered: ReadonlySet<string>): readonly MissingTool[] {
  return Object.keys(MAPPED).flatMap((tool) => missingFor(tool, offered) ?? []);
}
