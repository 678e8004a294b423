// The panel's beginning: takes a link's token out of the address, finds out who is there, and shows the page that the
// address names; and again whenever the address or the sign-in changes.

import { takeToken } from './address.js';
import { startRouter } from './router.js';

startRouter(takeToken());
