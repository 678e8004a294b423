// The entry point of the panel. Removes a link's token from the address, loads the account, and shows the page of the
// address. Repeats this when the address or the sign-in changes.

import { takeToken } from './shell/address.ts';
import { startRouter } from './shell/router.tsx';

startRouter(takeToken());
