/** What the page agent says of a link that may lead elsewhere than it says when it is pressed; policy asks a person about it. */
export const UNCERTAIN_LINK = 'about:uncertain-link';
