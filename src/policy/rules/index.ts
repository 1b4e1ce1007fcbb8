import { askFromRisk } from './ask-from-risk.js';
import { confirmRequired } from './confirm-required.js';
import { formSubmit } from './form-submit.js';
import { frameOrigin } from './frame-origin.js';
import { listedOrigin } from './listed-origin.js';
import { operatorRules } from './operator-rules.js';
import { pageOrigin } from './page-origin.js';
import { passwordField } from './password-field.js';
import { privateAddress } from './private-address.js';
import { readableUrl } from './readable-url.js';
import type { Rule } from './rule.js';
import { seenElement } from './seen-element.js';

/** Every rule, in the order of `decide`. Of two denials the earlier one is told. */
export const RULES: readonly Rule[] = [
  readableUrl,
  privateAddress,
  listedOrigin,
  pageOrigin,
  seenElement,
  frameOrigin,
  passwordField,
  operatorRules,
  formSubmit,
  confirmRequired,
  askFromRisk,
];
