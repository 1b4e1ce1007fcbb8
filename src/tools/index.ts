import type { Tool } from '../core/index.js';
import { browserSnapshot } from './read/snapshot.js';
import { browserRead } from './read/read.js';
import { browserFind } from './read/find.js';
import { browserTextSearch } from './read/text-search.js';
import { browserInspect } from './read/inspect.js';
import { browserScreenshot } from './read/screenshot.js';
import { browserConsoleRead } from './read/console-read.js';
import { browserNetworkRead } from './read/network-read.js';
import { browserWsRead } from './read/ws-read.js';
import { permissionState } from './read/permission-state.js';
import { listNamedRefs } from './read/list-named-refs.js';
import { browserNavigate } from './navigation/navigate.js';
import { browserGoBack } from './navigation/go-back.js';
import { browserGoForward } from './navigation/go-forward.js';
import { browserReload } from './navigation/reload.js';
import { browserScroll } from './navigation/scroll.js';
import { browserSetViewport } from './navigation/set-viewport.js';
import { browserTabs } from './navigation/tabs.js';
import { browserClose } from './navigation/close.js';
import { browserClick } from './action/click.js';
import { browserType } from './action/type.js';
import { browserFill } from './action/fill.js';
import { browserFillForm } from './action/fill-form.js';
import { browserPress } from './action/press.js';
import { browserHover } from './action/hover.js';
import { browserDrag } from './action/drag.js';
import { browserSelect } from './action/select.js';
import { browserChooseOption } from './action/choose-option.js';
import { evalJs } from './eval/eval-js.js';
import { networkBody } from './network-body/network-body.js';
import { clipboardRead } from './clipboard/clipboard-read.js';
import { clipboardWrite } from './clipboard/clipboard-write.js';
import { extensionsInstall } from './extensions/extensions-install.js';
import { extensionsList } from './extensions/extensions-list.js';
import { extensionsReload } from './extensions/extensions-reload.js';
import { extensionsTrigger } from './extensions/extensions-trigger.js';
import { extensionsUninstall } from './extensions/extensions-uninstall.js';
import { storageGet } from './storage/storage-get.js';
import { storageList } from './storage/storage-list.js';
import { storageRemove } from './storage/storage-remove.js';
import { storageSet } from './storage/storage-set.js';
import { storageStateLoad } from './storage/storage-state-load.js';
import { storageStateSave } from './storage/storage-state-save.js';
import { canvasCapture } from './canvas/canvas-capture.js';
import { canvasDiff } from './canvas/canvas-diff.js';
import { canvasQuery } from './canvas/canvas-query.js';
import { gestureChain } from './canvas/gesture-chain.js';
import { canvasScreenToWorld } from './canvas/screen-to-world.js';
import { canvasWorldToScreen } from './canvas/world-to-screen.js';
import { pageToolsCall } from './page-tools/page-tools-call.js';
import { pageToolsList } from './page-tools/page-tools-list.js';
import { solveCaptcha } from './captcha/solve-captcha.js';
import { diagnosticsNote } from './diagnostics/diagnostics-note.js';
import { diagnosticsReport } from './diagnostics/diagnostics-report.js';
import { diagnosticsSearch } from './diagnostics/diagnostics-search.js';
import { deviceRequests } from './device-emulation/device-requests.js';
import { emulateBluetooth, emulateHid, emulateUsb } from './device-emulation/emulate-devices.js';
import { browserEmulate } from './emulation/emulate.js';
import { browserDownload } from './file-io/download.js';
import { browserPdf } from './file-io/pdf.js';
import { browserUpload } from './file-io/upload.js';
import { browserPerformance } from './recording/performance.js';
import { recordingStart } from './recording/recording-start.js';
import { recordingStop } from './recording/recording-stop.js';
import { browserWaitFor } from './action/wait-for.js';
import { setDialogPolicy } from './action/set-dialog-policy.js';
import { setPermissionPolicy } from './action/set-permission-policy.js';
import { awaitHuman } from './human/await-human.js';
import { nameRef } from './human/name-ref.js';
import { webFetch } from './fetch/web-fetch.js';
import { getCredential } from './secrets/get-credential.js';
import { getTotp } from './secrets/get-totp.js';
import { registerSecret } from './secrets/register-secret.js';

/** Every tool, in the order in which tools/list shows them. */
export const TOOLS: readonly Tool[] = [
  browserSnapshot,
  browserRead,
  browserFind,
  browserTextSearch,
  browserInspect,
  browserScreenshot,
  browserConsoleRead,
  browserNetworkRead,
  browserWsRead,
  permissionState,
  listNamedRefs,
  browserNavigate,
  browserGoBack,
  browserGoForward,
  browserReload,
  browserScroll,
  browserSetViewport,
  browserTabs,
  browserClose,
  browserClick,
  browserType,
  browserFill,
  browserFillForm,
  browserPress,
  browserHover,
  browserDrag,
  browserSelect,
  browserChooseOption,
  browserWaitFor,
  setDialogPolicy,
  setPermissionPolicy,
  awaitHuman,
  nameRef,
  webFetch,
  registerSecret,
  getTotp,
  getCredential,
  browserUpload,
  browserDownload,
  browserPdf,
  evalJs,
  networkBody,
  clipboardRead,
  clipboardWrite,
  storageList,
  storageGet,
  storageSet,
  storageRemove,
  storageStateSave,
  storageStateLoad,
  extensionsInstall,
  extensionsList,
  extensionsReload,
  extensionsTrigger,
  extensionsUninstall,
  canvasCapture,
  gestureChain,
  canvasWorldToScreen,
  canvasScreenToWorld,
  canvasQuery,
  canvasDiff,
  diagnosticsNote,
  diagnosticsSearch,
  diagnosticsReport,
  browserEmulate,
  emulateBluetooth,
  emulateUsb,
  emulateHid,
  deviceRequests,
  solveCaptcha,
  recordingStart,
  recordingStop,
  browserPerformance,
  pageToolsList,
  pageToolsCall,
];
