/** What our own parser reads: a page at a longer address is one that no call may look at. */
const MAX_ADDRESS = 65_536;
/** An application that keeps its state in the address stays below this. */
const MAX_CHARACTERS = 1_000_000;
const WITHIN_MS = 10_000;

let spent = 0;
let since = 0;

/**
 * Chromium's own process copies every address that a page gives itself, for its history and for DevTools. A few of a
 * megabyte keep it busy for half a minute, and every other session with it: such a move is not made. The page cannot stop
 * the event before it is heard here, because this listener is the document's first.
 */
export function limitAddresses(): void {
  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    // A file in a data: address is no place to go to.
    if (event.downloadRequest !== null || !/^https?:/u.test(url)) return;
    const now = performance.now();
    if (now - since > WITHIN_MS) {
      spent = 0;
      since = now;
    }
    spent += url.length;
    if ((url.length > MAX_ADDRESS || spent > MAX_CHARACTERS) && event.cancelable) event.preventDefault();
  });
}
