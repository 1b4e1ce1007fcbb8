import type { PageFiles } from '../../core/index.js';
import { download } from './download.js';
import type { PageDeps } from './page-deps.js';
import { print } from './pdf.js';
import { upload } from './upload.js';

export function filesPartOf(deps: PageDeps): PageFiles {
  return {
    upload: (target, paths) => upload(deps, target, paths),
    download: (target) => download(deps, target),
    print: (options) => print(deps, options),
  };
}
