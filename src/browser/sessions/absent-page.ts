import { Failure } from '../../core/index.js';
import type { Lease, Page } from '../../core/index.js';

const none = (): Promise<never> => Promise.reject(new Failure('session.none'));

/** Every part of the port, refused in one way. */
export function pageThatRefuses(refuse: () => Promise<never>): Page {
  return {
    ...{ snapshot: refuse, read: refuse, find: refuse, searchText: refuse },
    ...{ inspect: refuse, screenshot: refuse, storedPicture: refuse, readConsole: refuse },
    ...{ readNetwork: refuse, readWebSockets: refuse, permissionState: refuse, navigate: refuse },
    ...{ goBack: refuse, goForward: refuse, reload: refuse, scroll: refuse },
    ...{ setViewport: refuse, listTabs: refuse, openTab: refuse, selectTab: refuse },
    ...{ closeTab: refuse, endSession: refuse, click: refuse, hover: refuse },
    ...{ type: refuse, fill: refuse, fillForm: refuse, press: refuse },
    ...{ drag: refuse, select: refuse, chooseOption: refuse, waitFor: refuse },
    ...{ setDialogPolicy: refuse, setPermissionPolicy: refuse, setOnePermission: refuse, nameRef: refuse },
    ...{ listNamedRefs: refuse, upload: refuse, download: refuse, print: refuse },
    ...{ runScript: refuse, readBody: refuse, readClipboard: refuse, writeClipboard: refuse },
    ...{ listStorage: refuse, readStorage: refuse, writeStorage: refuse, removeStorage: refuse },
    ...{ installExtension: refuse, listExtensions: refuse, reloadExtension: refuse },
    ...{ triggerExtension: refuse, uninstallExtension: refuse },
    ...{ saveState: refuse, loadState: refuse, captureCanvas: refuse, comparePictures: refuse },
    ...{
      gesture: refuse,
      findTransform: refuse,
      readAppState: refuse,
      listPageTools: refuse,
      callPageTool: refuse,
      emulate: refuse,
      setDevices: refuse,
      deviceRequests: refuse,
    },
    ...{ startRecording: refuse, stopRecording: refuse, measurePerformance: refuse },
  };
}

/** Stands where there is no session: there is nothing to end, and no browser is started to find that out. */
const ABSENT_PAGE: Page = { ...pageThatRefuses(none), endSession: () => Promise.resolve(false) };

export function absentLease(): Lease {
  return {
    page: ABSENT_PAGE,
    inject: () => Promise.resolve(),
    done: () => undefined,
    abandon: () => Promise.resolve(),
  };
}
