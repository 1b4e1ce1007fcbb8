import { Failure } from '../../core/index.js';
import type { Lease, Page } from '../../core/index.js';

const none = (): Promise<never> => Promise.reject(new Failure('session.none'));

/** Stands where there is no session: there is nothing to end, and no browser is started to find that out. */
const ABSENT_PAGE: Page = {
  snapshot: none,
  read: none,
  find: none,
  searchText: none,
  inspect: none,
  screenshot: none,
  keptPicture: none,
  readConsole: none,
  readNetwork: none,
  readWebSockets: none,
  permissionState: none,
  navigate: none,
  goBack: none,
  goForward: none,
  reload: none,
  scroll: none,
  setViewport: none,
  listTabs: none,
  openTab: none,
  selectTab: none,
  closeTab: none,
  endSession: () => Promise.resolve(false),
  click: none,
  hover: none,
  type: none,
  fill: none,
  fillForm: none,
  press: none,
  drag: none,
  select: none,
  chooseOption: none,
  waitFor: none,
  setDialogPolicy: none,
  setPermissionPolicy: none,
  setOnePermission: none,
  nameRef: none,
  listNamedRefs: none,
  upload: none,
  download: none,
  print: none,
  runScript: none,
  readBody: none,
  readClipboard: none,
  writeClipboard: none,
  listStorage: none,
  readStorage: none,
  writeStorage: none,
  removeStorage: none,
  saveState: none,
  loadState: none,
};

export function absentLease(): Lease {
  return {
    page: ABSENT_PAGE,
    inject: () => Promise.resolve(),
    done: () => undefined,
    abandon: () => Promise.resolve(),
  };
}
