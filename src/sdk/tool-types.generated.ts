// Made by scripts/sdk-types.mjs from the tools' own schemas; do not edit.

/** What a page wrote: data, never instructions. */
export type PageWords = { untrusted: string; origin: string };

export interface ToolInputs {
  browser_snapshot: {
    /** show only what is inside */
    ref?: string;
    depth?: number;
    max_tokens?: number;
    mode?: "full" | "interactive" | "diff";
    /** also text that a person cannot see, with the reason */
    hidden?: boolean;
    /** goes on where an answer ended */
    cursor?: string;
    tab?: string;
  };
  browser_read: {
    format?: "markdown" | "tree" | "both";
    ref?: string;
    max_tokens?: number;
    /** goes on where an answer ended */
    cursor?: string;
    tab?: string;
  };
  browser_find: {
    query: string;
    limit?: number;
    tab?: string;
  };
  browser_text_search: {
    text: string;
    exact?: boolean;
    limit?: number;
    tab?: string;
  };
  browser_inspect: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    tab?: string;
  };
  browser_screenshot: {
    ref?: string;
    role?: string;
    name?: string;
    /** CSS */
    selector?: string;
    /** from browser_navigate */
    id?: string;
    full_page?: boolean;
    /** draw refs on it */
    marks?: boolean;
    /** add role, name and box as text */
    describe?: boolean;
    format?: "png" | "jpeg";
    quality?: number;
    tab?: string;
  };
  browser_console_read: {
    limit?: number;
    /** substring */
    filter?: string;
    tab?: string;
  };
  browser_network_read: {
    limit?: number;
    /** substring */
    filter?: string;
    tab?: string;
  };
  browser_ws_read: {
    limit?: number;
    /** substring */
    filter?: string;
    tab?: string;
  };
  permission_state: {
    permissions: readonly (string)[];
    tab?: string;
  };
  list_named_refs: {
    tab?: string;
  };
  browser_navigate: {
    url: string;
    wait_for?: "load" | "domcontentloaded" | "networkidle";
    /** the first look */
    snapshot?: "none" | "interactive" | "full";
    /** to fetch by id */
    screenshot?: boolean;
    tab?: string;
  };
  browser_go_back: {
    tab?: string;
  };
  browser_go_forward: {
    tab?: string;
  };
  browser_reload: {
    tab?: string;
  };
  browser_scroll: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    dx?: number;
    dy?: number;
    tab?: string;
  };
  browser_set_viewport: {
    width: number;
    height: number;
    tab?: string;
  };
  browser_tabs: {
    action: "list" | "new" | "select" | "close";
    url?: string;
    tab?: string;
  };
  browser_close: {
    tab?: string;
  };
  browser_click: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    button?: "left" | "right" | "middle";
    double?: boolean;
    modifiers?: readonly ("Alt" | "Control" | "Meta" | "Shift")[];
    tab?: string;
  };
  browser_type: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    text: string;
    clear_first?: boolean;
    /** press Enter after */
    submit?: boolean;
    tab?: string;
  };
  browser_fill: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    value: string;
    tab?: string;
  };
  browser_fill_form: {
    fields: readonly ({
      ref?: string;
      role?: string;
      name?: string;
      /** CSS */
      selector?: string;
      value: string;
    })[];
    submit?: boolean;
    tab?: string;
  };
  browser_press: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    key: string;
    tab?: string;
  };
  browser_hover: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    tab?: string;
  };
  browser_drag: {
    /** a ref, a name (also from name_ref), or a point x,y */
    from: string;
    to: string;
    tab?: string;
  };
  browser_select: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    values: readonly (string)[];
    tab?: string;
  };
  browser_choose_option: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    option: string;
    tab?: string;
  };
  browser_wait_for: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    text?: string;
    gone?: string;
    /** at most this long */
    seconds?: number;
    tab?: string;
  };
  set_dialog_policy: {
    mode: "raise" | "allow" | "deny" | "ask-human" | "accept-prompt-with";
    /** for accept-prompt-with */
    text?: string;
    tab?: string;
  };
  set_permission_policy: {
    mode: "raise" | "allow" | "deny" | "ask-human";
    /** only this one, e.g. camera; without it all */
    permission?: string;
    tab?: string;
  };
  await_human: {
    kind: "acknowledge" | "confirm" | "choose" | "input";
    prompt: string;
    choices?: readonly (string)[];
    timeout_seconds?: number;
    /** keep the answer as <NAME>, for browser_fill */
    secret?: string;
    tab?: string;
  };
  name_ref: {
    name: string;
    ref: string;
    tab?: string;
  };
  web_fetch: {
    url: string;
    /** default GET */
    method?: "GET" | "POST";
    /** e.g. ["Accept: application/json"] */
    headers?: readonly (string)[];
    /** for POST; set Content-Type too */
    body?: string;
    /** of the answer */
    max_bytes?: number;
  };
  register_secret: {
    name: string;
    value: string;
    /** exact origins where it may be typed, such as https://example.com */
    scope: readonly (string)[];
    tab?: string;
  };
  get_totp: {
    account: string;
    tab?: string;
  };
  get_credential: {
    account: string;
    tab?: string;
  };
  browser_upload: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    /** from the files folder, e.g. report.pdf */
    paths: readonly (string)[];
    tab?: string;
  };
  browser_download: {
    ref?: string;
    role?: string;
    name?: string;
    /** from 0, if several fit */
    index?: number;
    /** CSS */
    selector?: string;
    /** from name_ref */
    named?: string;
    /** CSS pixels */
    coords?: {
      x: number;
      y: number;
    };
    /** instead of a target */
    url?: string;
    tab?: string;
  };
  browser_pdf: {
    landscape?: boolean;
    /** default: the page's, or a4 */
    format?: "a3" | "a4" | "a5" | "letter" | "legal" | "tabloid";
    /** print backgrounds too */
    background?: boolean;
    scale?: number;
    tab?: string;
  };
  eval_js: {
    /** an expression, a function or statements; promises are awaited */
    expr: string;
    /** a frame, or an element in it */
    ref?: string;
    timeout_ms?: number;
    tab?: string;
  };
  network_body: {
    /** id from browser_network_read */
    request: string;
    part?: "response" | "request";
    cursor?: string;
    tab?: string;
  };
  clipboard_read: {
    tab?: string;
  };
  clipboard_write: {
    text: string;
    tab?: string;
  };
  storage_list: {
    kind: "cookies" | "local" | "session" | "indexeddb" | "cache";
    tab?: string;
  };
  storage_get: {
    kind: "cookies" | "local" | "session" | "indexeddb" | "cache";
    /** as storage_list shows it; indexeddb: database/store or database/store/key */
    key: string;
    tab?: string;
  };
  storage_set: {
    kind: "cookies" | "local" | "session" | "indexeddb" | "cache";
    key: string;
    value: string;
    tab?: string;
  };
  storage_remove: {
    kind: "cookies" | "local" | "session" | "indexeddb" | "cache";
    key: string;
    tab?: string;
  };
  storage_state_save: {
    /** a-z, 0-9 and - */
    name: string;
    tab?: string;
  };
  storage_state_load: {
    /** a-z, 0-9 and - */
    name: string;
    tab?: string;
  };
  extensions_install: {
    /** of its folder, in extensions/ */
    path: string;
    tab?: string;
  };
  extensions_list: {
    tab?: string;
  };
  extensions_reload: {
    id: string;
    tab?: string;
  };
  extensions_trigger: {
    id: string;
    tab?: string;
  };
  extensions_uninstall: {
    id: string;
    tab?: string;
  };
  canvas_capture: {
    ref?: string;
    role?: string;
    name?: string;
    /** CSS */
    selector?: string;
    /** the last two read the context of their kind */
    format?: "png" | "2d-imagedata" | "webgl-framebuffer";
    tab?: string;
  };
  gesture_chain: {
    steps: readonly ({
      kind: "down" | "move" | "up" | "wait" | "wheel";
      /** CSS pixels of the viewport */
      x?: number;
      y?: number;
      dx?: number;
      dy?: number;
      /** how long a move or wait takes */
      ms?: number;
    })[];
    tab?: string;
  };
  canvas_world_to_screen: {
    points: readonly ({
      x: number;
      y: number;
    })[];
    /** screen = origin + world * scale + pan; without it, looked for in the page */
    transform?: {
      scale: number;
      panX: number;
      panY: number;
      originX?: number;
      originY?: number;
    };
    /** the canvas */
    ref?: string;
    selector?: string;
    tab?: string;
  };
  canvas_screen_to_world: {
    points: readonly ({
      x: number;
      y: number;
    })[];
    /** screen = origin + world * scale + pan; without it, looked for in the page */
    transform?: {
      scale: number;
      panX: number;
      panY: number;
      originX?: number;
      originY?: number;
    };
    /** the canvas */
    ref?: string;
    selector?: string;
    tab?: string;
  };
  canvas_query: {
    adapter: string;
    op: string;
    /** JSON */
    args?: string;
    tab?: string;
  };
  canvas_diff: {
    /** id from canvas_capture */
    before: string;
    after: string;
    /** ignored difference of a channel; default 0 */
    threshold?: number;
    tab?: string;
  };
  diagnostics_note: {
    insight: string;
    category?: string;
    severity?: "info" | "warning" | "problem";
    /** what it is about */
    ref?: string;
  };
  diagnostics_search: {
    text?: string;
    tool?: string;
    kind?: "call" | "note";
    limit?: number;
  };
  diagnostics_report: {
    format?: "summary" | "full";
  };
  browser_emulate: {
    /** phone or tablet of Playwright’s list, e.g. iPhone 15, Pixel 7 */
    device?: string;
    /** e.g. de-DE */
    locale?: string;
    /** e.g. Europe/Berlin */
    timezone?: string;
    /** latitude,longitude */
    geolocation?: string;
    color_scheme?: "light" | "dark" | "default";
    reduced_motion?: "reduce" | "no-preference" | "default";
    user_agent?: string;
    touch?: "on" | "off" | "default";
    offline?: "on" | "off" | "default";
    network?: "slow-3g" | "slow-4g" | "fast-4g" | "default";
    /** times slower; 1 is normal */
    cpu?: number;
  };
  emulate_bluetooth: {
    devices: readonly ({
      name: string;
      id?: string;
      /** UUIDs or names, as the page asks for them */
      services?: readonly (string)[];
    })[];
    tab?: string;
  };
  emulate_usb: {
    devices: readonly ({
      name: string;
      vendorId?: number;
      productId?: number;
      deviceClass?: number;
      manufacturer?: string;
      serial?: string;
    })[];
    tab?: string;
  };
  emulate_hid: {
    devices: readonly ({
      name: string;
      vendorId?: number;
      productId?: number;
      usagePage?: number;
      usage?: number;
    })[];
    tab?: string;
  };
  device_requests: {
    /** number of the first */
    since?: number;
    tab?: string;
  };
  solve_captcha: {
    type: "recaptcha2" | "recaptcha3" | "hcaptcha" | "turnstile" | "image";
    /** the widget, or the picture */
    selector?: string;
    siteKey?: string;
    imageBase64?: string;
    tab?: string;
  };
  recording_start: {
    kinds: readonly ("har" | "video" | "trace")[];
    /** of the files */
    name?: string;
    tab?: string;
  };
  recording_stop: {
    tab?: string;
  };
  browser_performance: {
    tab?: string;
  };
  page_tools_list: {
    tab?: string;
  };
  page_tools_call: {
    name: string;
    /** JSON */
    args?: string;
    tab?: string;
  };
}

/** What a result tells programs, by tool. */
export interface ToolFacts {
  browser_snapshot: Readonly<Record<string, unknown>>;
  browser_read: Readonly<Record<string, unknown>>;
  browser_find: Readonly<Record<string, unknown>>;
  browser_text_search: Readonly<Record<string, unknown>>;
  browser_inspect: Readonly<Record<string, unknown>>;
  browser_screenshot: Readonly<Record<string, unknown>>;
  browser_console_read: Readonly<Record<string, unknown>>;
  browser_network_read: Readonly<Record<string, unknown>>;
  browser_ws_read: Readonly<Record<string, unknown>>;
  permission_state: Readonly<Record<string, unknown>>;
  list_named_refs: Readonly<Record<string, unknown>>;
  browser_navigate: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_go_back: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_go_forward: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_reload: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_scroll: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_set_viewport: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_tabs: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_close: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_click: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_type: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_fill: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_fill_form: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_press: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_hover: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_drag: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_select: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_choose_option: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_wait_for: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  set_dialog_policy: Readonly<Record<string, unknown>>;
  set_permission_policy: Readonly<Record<string, unknown>>;
  await_human: Readonly<Record<string, unknown>>;
  name_ref: Readonly<Record<string, unknown>>;
  web_fetch: Readonly<Record<string, unknown>>;
  register_secret: Readonly<Record<string, unknown>>;
  get_totp: Readonly<Record<string, unknown>>;
  get_credential: Readonly<Record<string, unknown>>;
  browser_upload: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
    files?: readonly (unknown)[];
  };
  browser_download: {
    path: unknown;
    workspace?: string;
    origin?: string;
    bytes?: number;
    sha256?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_pdf: {
    path: unknown;
    workspace?: string;
    origin?: string;
    bytes?: number;
    sha256?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  eval_js: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  network_body: Readonly<Record<string, unknown>>;
  clipboard_read: Readonly<Record<string, unknown>>;
  clipboard_write: Readonly<Record<string, unknown>>;
  storage_list: Readonly<Record<string, unknown>>;
  storage_get: Readonly<Record<string, unknown>>;
  storage_set: Readonly<Record<string, unknown>>;
  storage_remove: Readonly<Record<string, unknown>>;
  storage_state_save: Readonly<Record<string, unknown>>;
  storage_state_load: Readonly<Record<string, unknown>>;
  extensions_install: Readonly<Record<string, unknown>>;
  extensions_list: Readonly<Record<string, unknown>>;
  extensions_reload: Readonly<Record<string, unknown>>;
  extensions_trigger: Readonly<Record<string, unknown>>;
  extensions_uninstall: Readonly<Record<string, unknown>>;
  canvas_capture: Readonly<Record<string, unknown>>;
  gesture_chain: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
  canvas_world_to_screen: Readonly<Record<string, unknown>>;
  canvas_screen_to_world: Readonly<Record<string, unknown>>;
  canvas_query: Readonly<Record<string, unknown>>;
  canvas_diff: Readonly<Record<string, unknown>>;
  diagnostics_note: Readonly<Record<string, unknown>>;
  diagnostics_search: Readonly<Record<string, unknown>>;
  diagnostics_report: Readonly<Record<string, unknown>>;
  browser_emulate: Readonly<Record<string, unknown>>;
  emulate_bluetooth: Readonly<Record<string, unknown>>;
  emulate_usb: Readonly<Record<string, unknown>>;
  emulate_hid: Readonly<Record<string, unknown>>;
  device_requests: Readonly<Record<string, unknown>>;
  solve_captcha: Readonly<Record<string, unknown>>;
  recording_start: Readonly<Record<string, unknown>>;
  recording_stop: {
    seconds?: number;
    workspace?: string;
    files?: readonly (Readonly<Record<string, unknown>>)[];
    missing?: readonly (string)[];
    failure?: Readonly<Record<string, unknown>>;
  };
  browser_performance: Readonly<Record<string, unknown>>;
  page_tools_list: Readonly<Record<string, unknown>>;
  page_tools_call: {
    ok: boolean;
    action: string;
    unmet?: string;
    navigation?: {
      changed: boolean;
      from: PageWords;
      to: PageWords;
      kind: "load" | "same-document" | "fragment" | "history" | "reload";
      status?: number;
    };
    signedInAs?: string;
    restoredProfile?: boolean;
    signInHint?: string;
    screenshotId?: string;
    screenshotFailure?: string;
    structure?: Readonly<Record<string, unknown>>;
    element?: {
      ref: string;
      attached: boolean;
      focused?: boolean;
      checked?: boolean;
      value?: PageWords;
      tookText?: boolean;
      focusedOn?: PageWords;
      isAtFocus?: boolean;
    };
    console?: {
      errors: number;
      warnings: number;
    };
    network?: {
      total: number;
      failed: number;
      mutations: number;
      egressOffAllowlist: number;
    };
    dialogs?: readonly ({
      kind: string;
      message: PageWords;
      answer: string;
    })[];
    permissionRequests?: readonly (string)[];
    downloads?: readonly (PageWords)[];
    snapshotDelta?: unknown;
    outcome?: string;
    failure?: Readonly<Record<string, unknown>>;
  };
}

export type GatewrightErrorCode =
  | 'call.unknown-tool'
  | 'call.bad-arguments'
  | 'call.malformed'
  | 'call.too-large'
  | 'call.deadline'
  | 'call.cancelled'
  | 'call.busy'
  | 'call.token-revoked'
  | 'policy.capability-off'
  | 'policy.tool-not-allowed'
  | 'policy.team-no-browser'
  | 'policy.scheme-not-allowed'
  | 'policy.bad-url'
  | 'policy.private-address'
  | 'policy.origin-blocked'
  | 'policy.origin-not-allowed'
  | 'policy.password-field'
  | 'policy.secret-origin'
  | 'policy.secret-field'
  | 'policy.secret-leaving'
  | 'policy.file-outside'
  | 'policy.denied'
  | 'policy.changed'
  | 'approval.denied'
  | 'approval.expired'
  | 'approval.nobody'
  | 'approval.pending'
  | 'approval.too-many'
  | 'session.closed'
  | 'session.none'
  | 'session.expired'
  | 'session.reattached'
  | 'session.too-many'
  | 'session.limit'
  | 'session.paused'
  | 'session.stopped'
  | 'session.taken-over'
  | 'session.profile-in-use'
  | 'session.no-such-tab'
  | 'session.no-such-picture'
  | 'session.recording-runs'
  | 'session.no-recording'
  | 'vault.bad-secret'
  | 'vault.too-many'
  | 'vault.unavailable'
  | 'vault.denied'
  | 'vault.bad-record'
  | 'vault.not-injected'
  | 'vault.sign-in-failed'
  | 'vault.name-taken'
  | 'vault.no-credential'
  | 'network.unreachable'
  | 'network.blocked-origin'
  | 'network.outcome-unknown'
  | 'network.too-many-redirects'
  | 'browser.no-extensions'
  | 'browser.extensions-unsupported'
  | 'browser.bad-extension'
  | 'browser.not-installed'
  | 'browser.unavailable'
  | 'browser.unsupported'
  | 'browser.upstream-failed'
  | 'browser.start-failed'
  | 'browser.no-jail'
  | 'browser.no-container'
  | 'browser.leaks'
  | 'browser.crashed'
  | 'browser.outcome-unknown'
  | 'browser.stale-ref'
  | 'browser.no-match'
  | 'browser.ambiguous'
  | 'browser.not-actionable'
  | 'browser.covered'
  | 'browser.inner-control'
  | 'browser.bad-option'
  | 'browser.bad-file'
  | 'browser.nothing-there'
  | 'page.dialog'
  | 'page.permission'
  | 'page.not-loaded'
  | 'page.download'
  | 'page.no-download'
  | 'page.file-too-large'
  | 'page.script-error'
  | 'page.no-tool'
  | 'page.no-body'
  | 'page.no-storage'
  | 'captcha.no-provider'
  | 'captcha.pending'
  | 'captcha.limit'
  | 'captcha.failed'
  | 'canvas.tainted'
  | 'canvas.too-large'
  | 'canvas.no-transform'
  | 'canvas.no-adapter'
  | 'page.wait-timeout'
  | 'page.secret-shown'
  | 'page.too-large'
  | 'plugin.failed'
  | 'plugin.crashed'
  | 'plugin.late'
  | 'plugin.stopped'
  | 'audit.unavailable'
  | 'audit.outcome-lost'
  | 'config.invalid'
  | 'config.unknown-capability'
  | 'config.not-here-yet'
  | 'config.workspace'
  | 'internal.fault';
