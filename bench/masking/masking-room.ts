/** What the measurement needs of the product, bundled as the product is. */
export { createMask } from '../../src/masking/index.js';
export { mintSecret } from '../../src/core/seals/secret-mint.js';
