import type { Record, RecordedPicture } from '../core/index.js';
import { ChainWriter } from './chain/chain-writer.js';
import type { WriterDeps } from './chain/chain-writer.js';
import { PictureKeeper } from './pictures/picture-keeper.js';
import { closingFields, eventFields, intentFields, pictureFields } from './record-fields.js';

export interface RecordDeps extends WriterDeps {
  /** So many bytes of pictures are kept beside each file; absent: none. */
  readonly maxPictureBytes?: number | undefined;
}

export function createRecord(deps: RecordDeps): Record {
  const writer = new ChainWriter(deps);
  const keeper = deps.maxPictureBytes === undefined ? undefined : new PictureKeeper(deps.folder, deps.maxPictureBytes);
  return {
    open: (intent) => {
      writer.intent(intent.call, intentFields(intent));
    },
    close: (closing) => {
      writer.outcome(closing.call, closingFields(closing));
    },
    note: (event) => {
      writer.event(eventFields(event));
    },
    ...(keeper !== undefined && { picture: (picture) => keepPicture(writer, keeper, picture) }),
    end: () => {
      writer.end();
    },
  };
}

async function keepPicture(writer: ChainWriter, keeper: PictureKeeper, picture: RecordedPicture): Promise<void> {
  const { call, shows } = picture;
  const kept = 'withheld' in shows ? shows : await keeper.keep(writer.fileName, call, shows);
  if ('withheld' in kept) {
    writer.event(pictureFields(picture, kept));
    return;
  }
  let last = kept;
  try {
    writer.eventIn((file) => pictureFields(picture, (last = keeper.settle(kept, file))));
  } catch (error) {
    // No record names it.
    keeper.discard(last);
    throw error;
  }
}
